import { Button } from '@aws-amplify/ui-react';
import { Download, RotateCw, Tags, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useBulkActions } from '../hooks/useBulkActions';
import { BulkOutcome } from './BulkOutcome';
import { CitedBy } from './CitedBy';
import styles from './knowledge.module.css';
import { WithoutFile } from './WithoutFile';

const BulkMetadataDialog = lazy(async () => ({
  default: (await import('./BulkMetadataDialog')).BulkMetadataDialog,
}));

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
  const bulk = useBulkActions(botId, picked, onPick);
  const { asking, setAsking, removal, retryable, retrying, files, saving, outcome, skipped } = bulk;
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const passages = picked.reduce((sum, document) => sum + (document.passages ?? 0), 0);
  return (
    <>
      <div className={`row apart loose ${styles.bulk}`}>
        <PickAll shown={shown} picked={picked} onPick={onPick} />
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
      {outcome && <BulkOutcome outcome={outcome} onClose={bulk.closeOutcome} />}
      {skipped.length > 0 && <WithoutFile documents={skipped} onClose={bulk.closeSkipped} />}
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
            onDone={bulk.onChanged}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Chooses all that are shown, or none; says how many are chosen. */
function PickAll({
  shown,
  picked,
  onPick,
}: {
  readonly shown: readonly Document[];
  readonly picked: readonly Document[];
  readonly onPick: (documents: readonly Document[]) => void;
}) {
  const { t, language } = useTexts();
  const count = picked.length;
  const isAll = count === shown.length;
  return (
    <label className={`muted ${styles.pickAll}`}>
      <input
        type="checkbox"
        className={styles.pick}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => onPick(isAll ? [] : shown)}
      />
      {count > 0
        ? t('knowledge:bulk.picked', { count, number: formatNumber(count, language) })
        : t('knowledge:bulk.all')}
    </label>
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
