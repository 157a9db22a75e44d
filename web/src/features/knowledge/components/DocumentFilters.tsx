import { SelectField, TextField } from '@aws-amplify/ui-react';
import { MAX_SEARCHED } from '#contract/answers/retrieval';
import { useTexts } from '#i18n/index';
import { type DocumentView, SORTS, STATES, sortOf } from '../document-view';
import styles from './knowledge.module.css';

export function DocumentFilters({
  view,
  categories,
  onChange,
}: {
  readonly view: DocumentView;
  readonly categories: readonly string[];
  readonly onChange: (part: Partial<DocumentView>) => void;
}) {
  const { t } = useTexts();
  return (
    <search className={styles.filters}>
      <TextField
        label={t('knowledge:filters.search')}
        type="search"
        placeholder={t('knowledge:filters.searchHint')}
        autoComplete="off"
        maxLength={MAX_SEARCHED}
        value={view.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <SelectField
        label={t('knowledge:filters.state')}
        value={view.state}
        onChange={({ target }) => onChange({ state: target.value as DocumentView['state'] })}
      >
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`knowledge:filters.states.${state}`)}
          </option>
        ))}
      </SelectField>
      {categories.length > 0 && (
        <SelectField
          label={t('knowledge:filters.category')}
          value={view.category ?? ''}
          onChange={({ target }) => onChange({ category: target.value || null })}
        >
          <option value="">{t('knowledge:filters.everyCategory')}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t('knowledge:filters.sort')}
        value={sortOf(view)}
        onChange={({ target }) => onChange({ sort: target.value as DocumentView['sort'] })}
      >
        {SORTS.filter((sort) => sort !== 'best' || view.search.trim()).map((sort) => (
          <option key={sort} value={sort}>
            {t(`knowledge:filters.sorts.${sort}`)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
