import { Button } from '@aws-amplify/ui-react';
import { Download, ExternalLink, Pencil, RefreshCw, RotateCw, Table2, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#components/IconButton.tsx';
import { Menu } from '#components/Menu.tsx';
import { type Document, KEPT, PAGES_TRIED_AGAIN, TRIED_AGAIN } from '#contract/knowledge/documents';
import { ACCEPTED_EXTENSIONS } from '#features/knowledge/uploads.ts';
import { useTexts } from '#i18n/index';
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
  onTables,
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
  readonly onTables: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTexts();
  const { title, status, format, url, failureReason, notices } = document;
  const picker = useRef<HTMLInputElement>(null);
  const isFaq = format === 'faq';
  const isFile = !isFaq && url === null;
  const isKept = failureReason !== null && KEPT.has(failureReason);
  const mayRetry =
    (failureReason !== null && TRIED_AGAIN.has(failureReason)) ||
    notices.some(({ kind }) => PAGES_TRIED_AGAIN.has(kind));
  // The same content is here already: another upload of it would end as this one did.
  const isLost = (status === 'failed' && !isKept && failureReason !== 'duplicate') || isInterrupted;
  // Nothing answers by what is said of one that came to nothing.
  const mayEdit = status !== 'failed' ? !isInterrupted : isKept;
  const mayReplace = status === 'success' && !isReplaced;
  const choose = () => picker.current?.click();
  const label = mayReplace ? t('knowledge:version.of', { title }) : t('knowledge:again.of', { title });
  // One that failed has no original: its file is erased.
  const hasOriginal = status === 'processing' || status === 'success';
  const actions = [
    hasOriginal && {
      name: t('knowledge:openShort'),
      label: t('knowledge:open', { title }),
      icon: <ExternalLink size={18} aria-hidden="true" />,
      run: onOpen,
    },
    hasOriginal &&
      isFile && {
        name: t('knowledge:download.action'),
        label: t('knowledge:download.of', { title }),
        icon: <Download size={18} aria-hidden="true" />,
        run: onDownload,
      },
    mayManage &&
      isFile &&
      mayReplace && {
        name: t('knowledge:version.action'),
        label,
        icon: <RefreshCw size={18} aria-hidden="true" />,
        run: choose,
      },
    document.tableCount > 0 && {
      name: t('knowledge:tables.action'),
      label: t('knowledge:tables.of', { title }),
      icon: <Table2 size={18} aria-hidden="true" />,
      run: onTables,
    },
    mayManage &&
      mayEdit && {
        name: t(isFaq ? 'knowledge:faq.edit' : 'knowledge:edit.action'),
        label: t(isFaq ? 'knowledge:faq.editOf' : 'knowledge:edit.of', { title }),
        icon: <Pencil size={18} aria-hidden="true" />,
        run: onEdit,
      },
    mayManage && {
      name: t('knowledge:delete.action'),
      label: t('knowledge:delete.of', { title }),
      icon: <Trash2 size={18} aria-hidden="true" />,
      danger: true,
      run: onDelete,
    },
  ].filter((action) => action !== false);
  return (
    <div className={styles.rowActions}>
      {mayManage && mayRetry && (
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
      <div className={styles.icons}>
        {actions.map(({ name, label, icon, danger, run }) => (
          <IconButton key={name} label={label} name={name} isDangerous={danger === true} onClick={run}>
            {icon}
          </IconButton>
        ))}
      </div>
      {actions.length > 0 && <Menu label={t('knowledge:actionsOf', { title })} items={actions} />}
    </div>
  );
}
