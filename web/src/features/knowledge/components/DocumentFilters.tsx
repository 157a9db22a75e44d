import { SelectField, TextField } from '@aws-amplify/ui-react';
import { Options } from '#components/form/Options.tsx';
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
    <search className={`stack ${styles.filters}`}>
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
        <Options of={STATES}>{(state) => t(`knowledge:filters.states.${state}`)}</Options>
      </SelectField>
      {categories.length > 0 && (
        <SelectField
          label={t('knowledge:filters.category')}
          value={view.category ?? ''}
          onChange={({ target }) => onChange({ category: target.value || null })}
        >
          <option value="">{t('knowledge:filters.everyCategory')}</option>
          <Options of={categories} />
        </SelectField>
      )}
      <SelectField
        label={t('knowledge:filters.sort')}
        value={sortOf(view)}
        onChange={({ target }) => onChange({ sort: target.value as DocumentView['sort'] })}
      >
        <Options of={SORTS.filter((sort) => sort !== 'best' || view.search.trim())}>
          {(sort) => t(`knowledge:filters.sorts.${sort}`)}
        </Options>
      </SelectField>
    </search>
  );
}
