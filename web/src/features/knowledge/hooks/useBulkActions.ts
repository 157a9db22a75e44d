import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useToast } from '#components/toasts.tsx';
import { type Document, TRIED_AGAIN } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { deleteDocument } from '../api/delete-document';
import { saveOriginal } from '../api/save-original';
import { forgetDocuments, putDocument } from '../document-cache';
import { eachDocument, type Outcome } from '../each-document';
import { whyNoFile } from '../no-file';
import { useUndoDeletion } from './useUndoDeletion';

type Action = 'delete' | 'retry' | 'download' | 'change';

const DONE: Record<Exclude<Action, 'delete'>, TranslationKey> = {
  retry: 'knowledge:bulk.retried',
  download: 'knowledge:bulk.downloaded',
  change: 'knowledge:bulk.changed',
};

/** What is done with several documents at once, and what came of it: `outcome` where some failed, `skipped` had no file. */
export function useBulkActions(
  botId: string,
  picked: readonly Document[],
  onPick: (documents: readonly Document[]) => void,
) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const offerUndo = useUndoDeletion(botId);
  const [asking, setAsking] = useState<'delete' | 'change' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [skipped, setSkipped] = useState<readonly Document[]>([]);

  /**
   * Those that failed stay chosen, so that it can be tried again, and are told one by one with the reason. What is
   * downloaded is as it was: all stays chosen, for what comes next.
   */
  const tell = (action: Action, { done, failed }: Outcome) => {
    setAsking(null);
    if (action !== 'download') onPick(failed.map(({ document }) => document));
    if (action === 'delete') offerUndo(done);
    else if (done.length > 0) {
      const counted = { count: done.length, number: formatNumber(done.length, language) };
      toast({ kind: 'success', text: t(DONE[action], counted) });
    }
    setOutcome(failed.length > 0 ? { done, failed } : null);
  };
  const removal = useMutation({
    mutationFn: () => eachDocument(picked, ({ id }) => deleteDocument(botId, id)),
    onSuccess: (result) => {
      const ids = result.done.map(({ id }) => id);
      forgetDocuments(queryClient, botId, ids);
      tell('delete', result);
    },
  });
  const retryable = picked.filter(
    ({ status, failureReason }) =>
      status === 'failed' && failureReason !== null && TRIED_AGAIN.has(failureReason),
  );
  const retrying = useMutation({
    mutationFn: () =>
      eachDocument(retryable, async ({ id }) =>
        putDocument(queryClient, await call('retryDocument', { params: { botId, documentId: id } })),
      ),
    onSuccess: (result) => tell('retry', result),
  });
  const files = picked.filter((document) => whyNoFile(document) === null);
  const saving = useMutation({
    // One by one: each is held in memory until the browser has written it.
    mutationFn: () => eachDocument(files, saveOriginal, { atOnce: 1 }),
    onMutate: () => setSkipped([]),
    onSuccess: (result) => {
      tell('download', result);
      setSkipped(picked.filter((document) => whyNoFile(document) !== null));
    },
  });
  return {
    asking,
    setAsking,
    removal,
    retryable,
    retrying,
    files,
    saving,
    onChanged: (result: Outcome) => tell('change', result),
    outcome,
    closeOutcome: () => setOutcome(null),
    skipped,
    closeSkipped: () => setSkipped([]),
  };
}
