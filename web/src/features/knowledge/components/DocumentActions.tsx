import { Button } from '@aws-amplify/ui-react';
import { Download, ExternalLink, Pencil, RefreshCw, RotateCw, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type Document, RETRYABLE } from '../../../../../functions/contract/documents';
import { useTexts } from '../../../i18n';
import { ACCEPTED_EXTENSIONS } from '../../../lib/uploads';
import styles from './knowledge.module.css';

/** What can be done with a document, as far as its kind and its state allow. */
export function DocumentActions({
  document,
  mayManage,
  isReplaced,
  isInterrupted,
  isRetrying,
  onOpen,
  onDownload,
  onFile,
  onRetry,
  onEdit,
  onDelete,
}: {
  readonly document: Document;
  readonly mayManage: boolean;
  /** A new version of it is on its way. */
  readonly isReplaced: boolean;
  readonly isInterrupted: boolean;
  readonly isRetrying: boolean;
  readonly onOpen: () => void;
  readonly onDownload: () => void;
  /** Brings the file of a new version, or the one that is to take a failed document's place. */
  readonly onFile: (file: File) => void;
  readonly onRetry: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTexts();
  const { title, status, format, url, failureReason } = document;
  const picker = useRef<HTMLInputElement>(null);
  const isFaq = format === 'faq';
  const isFile = !isFaq && url === null;
  const isRetryable = failureReason !== null && RETRYABLE.has(failureReason);
  // The same content is here already: another upload of it would end as this one did.
  const isLost = (status === 'failed' && !isRetryable && failureReason !== 'duplicate') || isInterrupted;
  // Nothing answers by what is said of one that came to nothing.
  const mayEdit = status !== 'failed' ? !isInterrupted : isRetryable;
  const mayReplace = status === 'success' && !isReplaced;
  const choose = () => picker.current?.click();
  const label = mayReplace ? t('knowledge:version.of', { title }) : t('knowledge:again.of', { title });
  return (
    <div className={styles.rowActions}>
      {mayManage && isRetryable && (
        <Button
          size="small"
          isLoading={isRetrying}
          loadingText={t('knowledge:retry.action')}
          ariaLabel={t('knowledge:retry.of', { title })}
          onClick={onRetry}
        >
          <RotateCw size={15} aria-hidden="true" />
          {t('knowledge:retry.action')}
        </Button>
      )}
      {mayManage && isFile && isLost && (
        <Button size="small" ariaLabel={label} onClick={choose}>
          <Upload size={15} aria-hidden="true" />
          {t('knowledge:again.action')}
        </Button>
      )}
      {/* One that failed has none: its file is erased. */}
      {(status === 'processing' || status === 'success') && (
        <Action label={t('knowledge:open', { title })} short={t('knowledge:openShort')} onClick={onOpen}>
          <ExternalLink size={18} aria-hidden="true" />
        </Action>
      )}
      {(status === 'processing' || status === 'success') && isFile && (
        <Action
          label={t('knowledge:download.of', { title })}
          short={t('knowledge:download.action')}
          onClick={onDownload}
        >
          <Download size={18} aria-hidden="true" />
        </Action>
      )}
      {mayManage && isFile && mayReplace && (
        <Action label={label} short={t('knowledge:version.action')} onClick={choose}>
          <RefreshCw size={18} aria-hidden="true" />
        </Action>
      )}
      {mayManage && isFile && (mayReplace || isLost) && (
        <input
          ref={picker}
          type="file"
          hidden
          accept={ACCEPTED_EXTENSIONS.join(',')}
          aria-label={label}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
            event.target.value = '';
          }}
        />
      )}
      {mayManage && mayEdit && (
        <Action
          label={t(isFaq ? 'knowledge:faq.editOf' : 'knowledge:edit.of', { title })}
          short={t(isFaq ? 'knowledge:faq.edit' : 'knowledge:edit.action')}
          onClick={onEdit}
        >
          <Pencil size={18} aria-hidden="true" />
        </Action>
      )}
      {mayManage && (
        <Action
          label={t('knowledge:delete.of', { title })}
          short={t('knowledge:delete.action')}
          isDangerous
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden="true" />
        </Action>
      )}
    </div>
  );
}

function Action({
  label,
  short,
  isDangerous = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly short: string;
  readonly isDangerous?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.iconButton}
      data-danger={isDangerous || undefined}
      onClick={onClick}
      aria-label={label}
      title={short}
    >
      {children}
    </button>
  );
}
