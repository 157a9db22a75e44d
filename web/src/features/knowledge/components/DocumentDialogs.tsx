import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import type { Document } from '#contract/knowledge/documents';
import { useTexts } from '#i18n/index';
import { useErrorToast } from '#lib/use-error-toast';
import { deleteDocument } from '../api/delete-document';
import { forgetDocuments } from '../document-cache';
import { useUndoDeletion } from '../hooks/useUndoDeletion';
import { CitedBy } from './CitedBy';

const EditDocumentDialog = lazy(async () => ({
  default: (await import('./EditDocumentDialog')).EditDocumentDialog,
}));
const TablesDialog = lazy(async () => ({ default: (await import('./TablesDialog')).TablesDialog }));
const FaqDialog = lazy(async () => ({ default: (await import('./FaqDialog')).FaqDialog }));

/** What is asked about a document; a file is to take its place. */
export type DocumentDialog = 'delete' | 'edit' | 'tables' | File;

/** The dialogs of a document, of which one is open at most. */
export function DocumentDialogs({
  document,
  mayManage,
  categories,
  open,
  onFile,
  onClose,
}: {
  readonly document: Document;
  readonly mayManage: boolean;
  readonly categories: readonly string[];
  readonly open: DocumentDialog | null;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { botId, id, title } = document;
  const tellError = useErrorToast(title);
  const offerUndo = useUndoDeletion(botId);
  const removal = useMutation({
    mutationFn: () => deleteDocument(botId, id),
    onSuccess: () => {
      forgetDocuments(queryClient, botId, [id]);
      offerUndo([document]);
    },
    onError: (error) => {
      onClose();
      tellError(error);
    },
  });
  return (
    <>
      {open === 'delete' && (
        <ConfirmDialog
          title={t('knowledge:delete.title')}
          about={title}
          confirmLabel={t('knowledge:delete.action')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={onClose}
        >
          {t('knowledge:delete.text')}
          <CitedBy botId={botId} documents={[document]} fate="deleted" />
        </ConfirmDialog>
      )}
      {open instanceof File && (
        <ConfirmDialog
          title={t('knowledge:version.title')}
          about={title}
          confirmLabel={t('knowledge:version.action')}
          isHarmless
          busy={false}
          onConfirm={() => {
            onFile(open);
            onClose();
          }}
          onCancel={onClose}
        >
          {t('knowledge:version.text', { name: open.name })}
          <CitedBy botId={botId} documents={[document]} fate="replaced" />
        </ConfirmDialog>
      )}
      <Suspense fallback={null}>
        {open === 'tables' && <TablesDialog document={document} mayManage={mayManage} onClose={onClose} />}
        {open === 'edit' && document.format !== 'faq' && (
          <EditDocumentDialog document={document} categories={categories} onClose={onClose} />
        )}
        {open === 'edit' && document.format === 'faq' && (
          <FaqDialog botId={botId} document={document} categories={categories} onClose={onClose} />
        )}
      </Suspense>
    </>
  );
}
