import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Document, DocumentMetadata } from '#contract/knowledge/documents';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { putDocument } from '../document-cache';
import { checkedMetadata, draftOfDocument, type MetadataProblems } from '../metadata';
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
  const submit = () => {
    const checked = checkedMetadata(draft);
    if ('problems' in checked) setProblems(checked.problems);
    else saving.mutate(checked.metadata);
  };
  return (
    <FormDialog
      title={t('knowledge:edit.title')}
      submitLabel={t('knowledge:edit.save')}
      busyLabel={t('knowledge:edit.saving')}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="faint">{document.fileName}</p>
      <MetadataFields
        draft={draft}
        problems={problems}
        categories={categories}
        onChange={(changed) => {
          setDraft(changed);
          setProblems({});
        }}
      />
    </FormDialog>
  );
}
