import { SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { DOCUMENT_LIMITS, type Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { changeOf, tagsOf } from '../bulk-metadata';
import { putDocument } from '../document-cache';
import { eachDocument, type Outcome } from '../each-document';
import { checkedMetadata } from '../metadata';
import styles from './bulk.module.css';
import form from './knowledge.module.css';

/** What is done to the category: `keep` leaves each document its own. */
type Choice = 'keep' | 'set' | 'remove';

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
  const [choice, setChoice] = useState<Choice>('keep');
  const [category, setCategory] = useState('');
  const [tags, setTags] = useState('');
  const [removedTags, setRemovedTags] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Partial<Record<'category' | 'tags', TranslationKey>>>({});
  const saving = useMutation({
    mutationFn: (
      changes: readonly (readonly [Document, Exclude<ReturnType<typeof changeOf>, 'tooMany'>])[],
    ) => {
      const byId = new Map(changes.map(([{ id }, change]) => [id, change]));
      return eachDocument(documents, async ({ botId, id }) => {
        const change = byId.get(id);
        if (change)
          putDocument(
            queryClient,
            await call('updateDocument', { params: { botId, documentId: id }, body: change }),
          );
      });
    },
    onSuccess: onDone,
  });
  const submit = () => {
    const isSet = choice === 'set';
    if (isSet && !category.trim()) return setProblems({ category: 'knowledge:bulk.categoryMissing' });
    // What holds for one document's fields holds for those of several.
    const checked = checkedMetadata({ title: '-', description: '', category: isSet ? category : '', tags });
    if ('problems' in checked) return setProblems(checked.problems);
    const change = {
      category: choice === 'keep' ? null : checked.metadata.category,
      addedTags: checked.metadata.tags,
      removedTags,
    };
    const changes = documents.map((document) => [document, changeOf(document, change)] as const);
    if (changes.some(([, own]) => own === 'tooMany')) return setProblems({ tags: 'knowledge:bulk.tagsMany' });
    if (changes.every(([, own]) => own === null))
      return setProblems({ tags: 'knowledge:bulk.nothingToChange' });
    saving.mutate(changes.map(([document, own]) => [document, own === 'tooMany' ? null : own] as const));
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
        choice={choice}
        category={category}
        categories={categories}
        problem={problems.category ?? null}
        onChoice={(next) => {
          setChoice(next);
          setProblems({});
        }}
        onCategory={(next) => {
          setCategory(next);
          setProblems({});
        }}
      />
      <TextInput
        label={t('knowledge:bulk.addTags')}
        placeholder={t('knowledge:fields.tagsHint')}
        descriptiveText={t('knowledge:fields.tagsLimit', {
          most: formatNumber(DOCUMENT_LIMITS.tags, language),
          length: formatNumber(DOCUMENT_LIMITS.tag, language),
        })}
        value={tags}
        onChange={({ target }) => {
          setTags(target.value);
          setProblems({});
        }}
        problem={problems.tags ?? null}
      />
      {known.length > 0 && (
        <TagsToRemove
          known={known}
          removed={removedTags}
          onChange={(next) => {
            setRemovedTags(next);
            setProblems({});
          }}
        />
      )}
    </FormDialog>
  );
}

function CategoryFields({
  choice,
  category,
  categories,
  problem,
  onChoice,
  onCategory,
}: {
  readonly choice: Choice;
  readonly category: string;
  readonly categories: readonly string[];
  readonly problem: TranslationKey | null;
  readonly onChoice: (choice: Choice) => void;
  readonly onCategory: (category: string) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <SelectField
        label={t('knowledge:filters.category')}
        value={choice}
        onChange={({ target }) => onChoice(target.value as Choice)}
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
            onChange={({ target }) => onCategory(target.value)}
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
      <div>
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
