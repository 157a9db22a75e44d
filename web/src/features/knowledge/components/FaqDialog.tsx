import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Unanswered } from '#contract/insight/unanswered';
import type { Document } from '#contract/knowledge/documents';
import type { WriteFaq } from '#contract/knowledge/faqs';
import { FaqForm } from '#features/knowledge/components/FaqForm.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { forgetDocuments, putDocument } from '../document-cache';
import { faqQuery } from '../queries';
import { AlsoAnswered } from './AlsoAnswered';

/** Writes a question with its answer, or changes the one that `document` is. */
export function FaqDialog({
  botId,
  document,
  categories,
  onClose,
}: {
  readonly botId: string;
  readonly document?: Document;
  readonly categories: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const before = useQuery(faqQuery(botId, document?.id));
  /** The open question that the new pair has settled. */
  const [settled, setSettled] = useState<Unanswered | null>(null);
  const saving = useMutation({
    mutationFn: async (faq: WriteFaq) =>
      document
        ? {
            ...(await call('changeFaq', { params: { botId, documentId: document.id }, body: faq })),
            unanswered: null,
          }
        : call('writeFaq', { params: { botId }, body: faq }),
    onSuccess: (saved) => {
      putDocument(queryClient, saved.document);
      const isReplaced = document !== undefined && saved.document.id !== document.id;
      // One that is new counts, too: whoever counts asks anew.
      forgetDocuments(queryClient, botId, isReplaced ? [document.id] : []);
      toast({ kind: 'success', about: saved.question, text: t('knowledge:faq.done') });
      if (!saved.unanswered) return onClose();
      void queryClient.invalidateQueries({ queryKey: ['unanswered', botId] });
      setSettled(saved.unanswered);
    },
  });
  if (settled)
    return (
      <Dialog title={t('knowledge:faq.alsoTitle')} onClose={onClose}>
        <AlsoAnswered botId={botId} group={settled} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={t(document ? 'knowledge:faq.editTitle' : 'knowledge:faq.title')} onClose={onClose}>
      {document && before.isPending && <Skeleton label="loading:documents" lines={5} />}
      {before.isError && <ErrorNotice error={before.error} onRetry={() => void before.refetch()} />}
      {(!document || before.data) && (
        <FaqForm
          initial={{
            ...(before.data && { question: before.data.question, answer: before.data.answer }),
            ...(document && { category: document.category, tags: document.tags.join(', ') }),
          }}
          categories={categories}
          busy={saving.isPending}
          error={saving.error}
          onSave={saving.mutateAsync}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
