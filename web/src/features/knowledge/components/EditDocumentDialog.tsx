import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Document, DocumentMetadata } from '#contract/knowledge/documents';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { putDocument } from '../document-cache';
import { checkedMetadata, draftOfDocument, type MetadataProblems } from '../metadata';
import styles from './knowledge.module.css';
import { MetadataFields } from './MetadataFields';

export function EditDocumentDialog({
  document,
  categories,
  onClose,
}: {
  readonly document: Document;
  readonly categories: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOfDocument(document));
  const [problems, setProblems] = useState<MetadataProblems>({});
  const saving = useMutation({
    mutationFn: (metadata: DocumentMetadata) =>
      call('updateDocument', {
        params: { botId: document.botId, documentId: document.id },
        body: metadata,
      }),
    onSuccess: (changed) => {
      putDocument(queryClient, changed);
      toast({ kind: 'success', about: changed.title, text: t('knowledge:edit.done') });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkedMetadata(draft);
    if ('problems' in checked) setProblems(checked.problems);
    else saving.mutate(checked.metadata);
  };
  return (
    <Dialog title={t('knowledge:edit.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.meta}>{document.fileName}</p>
        <MetadataFields
          draft={draft}
          problems={problems}
          categories={categories}
          onChange={(changed) => {
            setDraft(changed);
            setProblems({});
          }}
        />
        {saving.isError && <ErrorNotice error={saving.error} />}
        <FormActions
          submitLabel={t('knowledge:edit.save')}
          busyLabel={t('knowledge:edit.saving')}
          isBusy={saving.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
