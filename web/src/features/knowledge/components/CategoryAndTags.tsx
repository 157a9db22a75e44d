import { useId } from 'react';
import { DOCUMENT_LIMITS } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { TextInput } from '../../../components/form/TextInput';

type Field = 'category' | 'tags';

/** Where a document belongs. `categories`: those that other documents have, to choose from. */
export function CategoryAndTags({
  draft,
  problems,
  categories,
  onChange,
}: {
  /** Tags separated by commas. */
  readonly draft: Readonly<Record<Field, string>>;
  readonly problems: Readonly<Partial<Record<Field, TranslationKey | null | undefined>>>;
  readonly categories: readonly string[];
  readonly onChange: (field: Field, value: string) => void;
}) {
  const { t, language } = useTexts();
  const list = useId();
  return (
    <div className="stack">
      <TextInput
        label={t('knowledge:fields.category')}
        list={list}
        most={DOCUMENT_LIMITS.category}
        value={draft.category}
        onChange={({ target }) => onChange('category', target.value)}
        problem={problems.category ?? null}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <TextInput
        label={t('knowledge:fields.tags')}
        placeholder={t('knowledge:fields.tagsHint')}
        descriptiveText={t('knowledge:fields.tagsLimit', {
          most: formatNumber(DOCUMENT_LIMITS.tags, language),
          length: formatNumber(DOCUMENT_LIMITS.tag, language),
        })}
        value={draft.tags}
        onChange={({ target }) => onChange('tags', target.value)}
        problem={problems.tags ?? null}
      />
    </div>
  );
}
