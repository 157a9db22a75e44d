import { SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { DOCUMENT_LIMITS, type Document, type UpdateDocument } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { type BulkDraft, type BulkProblems, bulkChanges, tagsOf } from '../bulk-metadata';
import { putDocument } from '../document-cache';
import { eachDocument, type Outcome } from '../each-document';
import styles from './bulk.module.css';
import form from './knowledge.module.css';

/** Gives several documents a category, gives them tags, and takes tags from them; all else stays as each has it. */
export function BulkMetadataDialog({
  documents,
  categories,
  onDone,
  onClose,
}: {
  readonly documents: readonly Document[];
  readonly categories: readonly string[];
  readonly onDone: (outcome: Outcome) => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<BulkDraft>({ choice: 'keep', category: '', tags: '', removedTags: [] });
  const [problems, setProblems] = useState<BulkProblems>({});
  const change = (part: Partial<BulkDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems({});
  };
  const saving = useMutation({
    mutationFn: (changes: ReadonlyMap<string, UpdateDocument>) =>
      eachDocument(documents, async ({ botId, id }) => {
        const body = changes.get(id);
        if (body)
          putDocument(queryClient, await call('updateDocument', { params: { botId, documentId: id }, body }));
      }),
    onSuccess: onDone,
  });
  const submit = () => {
    const checked = bulkChanges(documents, draft);
    if ('problems' in checked) setProblems(checked.problems);
    else saving.mutate(checked.changes);
  };
  const known = tagsOf(documents, language);
  return (
    <FormDialog
      title={t('knowledge:bulk.changeTitle', {
        count: documents.length,
        number: formatNumber(documents.length, language),
      })}
      submitLabel={t('knowledge:edit.save')}
      busyLabel={t('knowledge:edit.saving')}
      isBusy={saving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CategoryFields
        draft={draft}
        categories={categories}
        problem={problems.category ?? null}
        onChange={change}
      />
      <TextInput
        label={t('knowledge:bulk.addTags')}
        placeholder={t('knowledge:fields.tagsHint')}
        descriptiveText={t('knowledge:fields.tagsLimit', {
          most: formatNumber(DOCUMENT_LIMITS.tags, language),
          length: formatNumber(DOCUMENT_LIMITS.tag, language),
        })}
        value={draft.tags}
        onChange={({ target }) => change({ tags: target.value })}
        problem={problems.tags ?? null}
      />
      {known.length > 0 && (
        <TagsToRemove
          known={known}
          removed={draft.removedTags}
          onChange={(removedTags) => change({ removedTags })}
        />
      )}
    </FormDialog>
  );
}

function CategoryFields({
  draft: { choice, category },
  categories,
  problem,
  onChange,
}: {
  readonly draft: BulkDraft;
  readonly categories: readonly string[];
  readonly problem: TranslationKey | null;
  readonly onChange: (part: Partial<BulkDraft>) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <SelectField
        label={t('knowledge:filters.category')}
        value={choice}
        onChange={({ target }) => onChange({ choice: target.value as BulkDraft['choice'] })}
      >
        <Options of={['keep', 'set', 'remove'] as const}>
          {(each) => t(`knowledge:bulk.category.${each}`)}
        </Options>
      </SelectField>
      {choice === 'set' && (
        <>
          <TextInput
            label={t('knowledge:bulk.newCategory')}
            list="bulk-categories"
            autoComplete="off"
            value={category}
            onChange={({ target }) => onChange({ category: target.value })}
            problem={problem}
          />
          <datalist id="bulk-categories">
            {categories.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </>
  );
}

function TagsToRemove({
  known,
  removed,
  onChange,
}: {
  readonly known: readonly string[];
  readonly removed: readonly string[];
  readonly onChange: (removed: readonly string[]) => void;
}) {
  const { t } = useTexts();
  return (
    <fieldset className={`stack small ${styles.tags}`}>
      <legend>{t('knowledge:bulk.removeTags')}</legend>
      <div className="row loose">
        {known.map((tag) => (
          <label key={tag}>
            <input
              type="checkbox"
              className={form.pick}
              checked={removed.includes(tag)}
              onChange={({ target }) =>
                onChange(target.checked ? [...removed, tag] : removed.filter((each) => each !== tag))
              }
            />
            {tag}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
