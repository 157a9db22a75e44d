import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { DOCUMENT_LIMITS } from '#contract/knowledge/documents';
import { CategoryAndTags } from '#features/knowledge/components/CategoryAndTags.tsx';
import { useTexts } from '#i18n/index';
import type { MetadataDraft, MetadataProblems } from '../metadata';

/** What is said of a document. `categories`: those that other documents have, to choose from. */
export function MetadataFields({
  draft,
  problems,
  categories,
  titleHint,
  onChange,
}: {
  readonly draft: MetadataDraft;
  readonly problems: MetadataProblems;
  readonly categories: readonly string[];
  /** What becomes of a title that is left as it is. */
  readonly titleHint?: string;
  readonly onChange: (draft: MetadataDraft) => void;
}) {
  const { t } = useTexts();
  const set = (name: keyof MetadataDraft, value: string) => onChange({ ...draft, [name]: value });
  return (
    <div className="stack">
      <TextInput
        label={
          <>
            {t('knowledge:fields.title')} <span aria-hidden="true">*</span>
          </>
        }
        isRequired
        {...(titleHint !== undefined && { descriptiveText: titleHint })}
        most={DOCUMENT_LIMITS.title}
        value={draft.title}
        onChange={({ target }) => set('title', target.value)}
        problem={problems.title ?? null}
      />
      <CategoryAndTags draft={draft} problems={problems} categories={categories} onChange={set} />
      <TextAreaInput
        label={t('knowledge:fields.description')}
        rows={2}
        value={draft.description}
        onChange={({ target }) => set('description', target.value)}
        problem={problems.description ?? null}
        length={draft.description.length}
        least={0}
        most={DOCUMENT_LIMITS.description}
      />
    </div>
  );
}
