import { Button } from '@aws-amplify/ui-react';
import { RotateCw, X } from 'lucide-react';
import { Clamp } from '#components/Clamp.tsx';
import { IconButton } from '#components/IconButton.tsx';
import {
  canCancel,
  canRetry,
  isUnderWay,
  type Upload,
  type UploadPhase,
} from '#features/knowledge/uploads.ts';
import { formatBytes, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import type { UploadQueue } from '../upload-queue';
import { DocumentStatus, type ShownStatus } from './DocumentStatus';
import { FileMark } from './FileMark';
import styles from './knowledge.module.css';

const PHASES: Record<UploadPhase, TranslationKey> = {
  queued: 'knowledge:phases.queued',
  reading: 'knowledge:phases.reading',
  announcing: 'knowledge:phases.announcing',
  sending: 'knowledge:phases.sending',
  finishing: 'knowledge:phases.finishing',
  done: 'knowledge:phases.finishing',
  failed: 'knowledge:phases.failed',
  cancelled: 'knowledge:phases.failed',
};

/** The step of an upload as the states of documents name it. */
function statusOf({ phase }: Upload): ShownStatus {
  if (phase === 'failed' || phase === 'cancelled') return 'failed';
  return phase === 'sending' || phase === 'finishing' || phase === 'done' ? 'uploading' : 'pending';
}

export function UploadRow({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) {
  const { t, language } = useTexts();
  const ratio = upload.size > 0 ? upload.sent / upload.size : 0;
  return (
    <li className={styles.row} data-clamp-group data-status={statusOf(upload)}>
      <FileMark fileName={upload.fileName} />
      <div className={styles.words}>
        <p className="entry-title">
          <Clamp text={upload.fileName} />
        </p>
        {isUnderWay(upload) ? (
          <>
            <p className="faint">
              {t(PHASES[upload.phase], { percent: formatPercent(ratio, language) })} ·{' '}
              {formatBytes(upload.size, language)}
            </p>
            <progress
              className={styles.progress}
              aria-label={t('knowledge:upload.progressOf', { name: upload.fileName })}
              max={1}
              // Without a value the bar runs: nothing to measure yet, or no longer.
              {...(upload.phase === 'sending' ? { value: ratio } : {})}
            />
          </>
        ) : (
          upload.problem && (
            <p className={styles.problem} role="alert">
              {t(`errors:${upload.problem}`)}
            </p>
          )
        )}
      </div>
      <div className={`row apart ${styles.rowEnd}`}>
        <div className={styles.status}>
          <DocumentStatus status={statusOf(upload)} />
        </div>
        <div className={`row tight end ${styles.rowActions}`}>
          {canRetry(upload) && (
            <Button
              size="small"
              onClick={() => queue.retry(upload.id)}
              ariaLabel={t('knowledge:upload.retryOf', { name: upload.fileName })}
            >
              <RotateCw size={15} aria-hidden="true" />
              {t('common:tryAgain')}
            </Button>
          )}
          {canCancel(upload) && (
            <Button
              size="small"
              onClick={() => queue.cancel(upload.id)}
              ariaLabel={t('knowledge:upload.cancelOf', { name: upload.fileName })}
            >
              {t('common:cancel')}
            </Button>
          )}
          {!isUnderWay(upload) && (
            <IconButton
              label={t('knowledge:upload.dismissOf', { name: upload.fileName })}
              onClick={() => queue.dismiss(upload.id)}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
    </li>
  );
}
