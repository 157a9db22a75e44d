import { DOCUMENT_LIMITS } from '../../../../../functions/contract/documents';
import { TextAreaInput } from '../../../components/form/TextAreaInput';
import { TextInput } from '../../../components/form/TextInput';
import { useTexts } from '../../../i18n';
import type { MetadataDraft, MetadataProblems } from '../metadata';
import styles from './knowledge.module.css';

/** What is said of a document. `categories`: those that other documents have, to choose from. */
export function MetadataFields({
  id,
  draft,
  problems,
  categories,
  onChange,
}: {
  /** Tells the fields of one form from those of another. */
  readonly id: string;
  readonly draft: MetadataDraft;
  readonly problems: MetadataProblems;
  readonly categories: readonly string[];
  readonly onChange: (draft: MetadataDraft) => void;
}) {
  const { t } = useTexts();
  const set = (name: keyof MetadataDraft) => (event: { readonly target: { readonly value: string } }) =>
    onChange({ ...draft, [name]: event.target.value });
  return (
    <div className={styles.fields}>
      <TextInput
        label={t('knowledge:fields.title')}
        isRequired
        value={draft.title}
        onChange={set('title')}
        problem={problems.title ?? null}
      />
      <div className={styles.pair}>
        <TextInput
          label={t('knowledge:fields.category')}
          list={`${id}-categories`}
          value={draft.category}
          onChange={set('category')}
          problem={problems.category ?? null}
        />
        <datalist id={`${id}-categories`}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextInput
          label={t('knowledge:fields.tags')}
          placeholder={t('knowledge:fields.tagsHint')}
          value={draft.tags}
          onChange={set('tags')}
          problem={problems.tags ?? null}
        />
      </div>
      <TextAreaInput
        label={t('knowledge:fields.description')}
        rows={2}
        value={draft.description}
        onChange={set('description')}
        problem={problems.description ?? null}
        length={draft.description.length}
        least={0}
        most={DOCUMENT_LIMITS.description}
      />
    </div>
  );
}
