import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCw, Tags, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
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
import { useUndoDeletion } from '../hooks/useUndoDeletion';
import { whyNoFile } from '../no-file';
import { BulkOutcome } from './BulkOutcome';
import { CitedBy } from './CitedBy';
import styles from './knowledge.module.css';
import { WithoutFile } from './WithoutFile';

const BulkMetadataDialog = lazy(async () => ({
  default: (await import('./BulkMetadataDialog')).BulkMetadataDialog,
}));

type Action = 'delete' | 'retry' | 'download' | 'change';

const DONE: Record<Exclude<Action, 'delete'>, TranslationKey> = {
  retry: 'knowledge:bulk.retried',
  download: 'knowledge:bulk.downloaded',
  change: 'knowledge:bulk.changed',
};

/** What can be done with several documents at once: chosen are `picked` of those that are `shown`. */
export function BulkBar({
  botId,
  shown,
  picked,
  categories,
  onPick,
}: {
  readonly botId: string;
  readonly shown: readonly Document[];
  readonly picked: readonly Document[];
  readonly categories: readonly string[];
  readonly onPick: (documents: readonly Document[]) => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const offerUndo = useUndoDeletion(botId);
  const [asking, setAsking] = useState<'delete' | 'change' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [skipped, setSkipped] = useState<readonly Document[]>([]);
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });

  /**
   * Those that failed stay chosen, so that it can be tried again, and are told one by one with the reason. What is
   * downloaded is as it was: all stays chosen, for what comes next.
   */
  const tell = (action: Action, result: Outcome) => {
    setAsking(null);
    if (action !== 'download') onPick(result.failed.map(({ document }) => document));
    if (action === 'delete') offerUndo(result.done);
    else if (result.done.length > 0)
      toast({ kind: 'success', text: t(DONE[action], counted(result.done.length)) });
    setOutcome(result.failed.length > 0 ? result : null);
  };
  const removal = useMutation({
    mutationFn: () => eachDocument(picked, ({ id }) => deleteDocument(botId, id)),
    onSuccess: (result) => {
      forgetDocuments(
        queryClient,
        botId,
        result.done.map(({ id }) => id),
      );
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
  const all = picked.length === shown.length;
  const passages = picked.reduce((sum, document) => sum + (document.passages ?? 0), 0);
  return (
    <>
      <div className={styles.bulk}>
        <label className={`muted ${styles.pickAll}`}>
          <input
            type="checkbox"
            className={styles.pick}
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = picked.length > 0 && !all;
            }}
            onChange={() => onPick(all ? [] : shown)}
          />
          {picked.length > 0 ? t('knowledge:bulk.picked', counted(picked.length)) : t('knowledge:bulk.all')}
        </label>
        {picked.length > 0 && (
          <div className="row small">
            {retryable.length > 0 && (
              <BulkAction
                icon={<RotateCw size={15} aria-hidden="true" />}
                isBusy={retrying.isPending}
                onClick={() => retrying.mutate()}
              >
                {t('knowledge:bulk.retry', counted(retryable.length))}
              </BulkAction>
            )}
            <BulkAction icon={<Tags size={15} aria-hidden="true" />} onClick={() => setAsking('change')}>
              {t('knowledge:bulk.change')}
            </BulkAction>
            {files.length > 0 && (
              <BulkAction
                icon={<Download size={15} aria-hidden="true" />}
                isBusy={saving.isPending}
                onClick={() => saving.mutate()}
              >
                {t('knowledge:bulk.download')}
              </BulkAction>
            )}
            <BulkAction icon={<Trash2 size={15} aria-hidden="true" />} onClick={() => setAsking('delete')}>
              {t('knowledge:bulk.delete')}
            </BulkAction>
          </div>
        )}
      </div>
      {outcome && <BulkOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      {skipped.length > 0 && <WithoutFile documents={skipped} onClose={() => setSkipped([])} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('knowledge:bulk.title', counted(picked.length))}
          confirmLabel={t('knowledge:delete.action')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(null)}
        >
          {t('knowledge:bulk.text', counted(passages))}
          <CitedBy botId={botId} documents={picked} fate="deleted" />
        </ConfirmDialog>
      )}
      <Suspense fallback={null}>
        {asking === 'change' && (
          <BulkMetadataDialog
            documents={picked}
            categories={categories}
            onDone={(result) => tell('change', result)}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function BulkAction({
  icon,
  isBusy = false,
  onClick,
  children,
}: {
  readonly icon: ReactNode;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) {
  return (
    <Button size="small" isLoading={isBusy} loadingText={children} onClick={onClick}>
      {icon}
      {children}
    </Button>
  );
}
