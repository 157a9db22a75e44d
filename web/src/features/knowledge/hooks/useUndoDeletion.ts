import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import { UNDO_SECONDS } from '#contract/base/undo';
import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { putDocument } from '../document-cache';
import { eachDocument } from '../each-document';

/** Says that documents were deleted, and offers for a minute to bring back those that answered. */
export function useUndoDeletion(botId: string): (deleted: readonly Document[]) => void {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (documents: readonly Document[]) =>
      eachDocument(documents, async ({ id }) =>
        putDocument(queryClient, await call('undoDocumentDeletion', { params: { botId, documentId: id } })),
      ),
    onSuccess: ({ failed }) => {
      for (const queryKey of [queryKeys.bot(botId), queryKeys.bots, queryKeys.me])
        void queryClient.invalidateQueries({ queryKey });
      for (const { document, code } of failed)
        toast({ kind: 'error', about: document.title, text: t(`errors:${code}`) });
    },
  });
  return (deleted) => {
    const [first] = deleted;
    if (!first) return;
    const undoable = deleted.filter(({ status }) => status === 'success');
    const count = { count: deleted.length, number: formatNumber(deleted.length, language) };
    toast({
      kind: 'success',
      ...(deleted.length === 1 && { about: first.title }),
      text: deleted.length === 1 ? t('knowledge:delete.done') : t('knowledge:bulk.done', count),
      ...(undoable.length > 0 && {
        action: { label: t('knowledge:delete.undo'), run: () => restoring.mutate(undoable) },
        seconds: UNDO_SECONDS,
      }),
    });
  };
}
