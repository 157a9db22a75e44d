import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, ExternalLink, Pencil, RefreshCw, RotateCw, Table2, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#components/IconButton.tsx';
import { Menu } from '#components/Menu.tsx';
import type { Document } from '#contract/knowledge/documents';
import { ACCEPTED_EXTENSIONS } from '#features/knowledge/uploads.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { allowedActions, type Standing } from '../allowed-actions';
import { putDocument } from '../document-cache';
import { useOriginal } from '../hooks/useOriginal';
import styles from './knowledge.module.css';

/** What can be done with a document, as far as its kind and its state allow. */
export function DocumentActions({
  document,
  standing,
  mayManage,
  onFile,
  onAsk,
}: {
  readonly document: Document;
  readonly standing: Standing;
  readonly mayManage: boolean;
  /** Brings the file of a new version, or the one that is to take a failed document's place. */
  readonly onFile: (file: File) => void;
  readonly onAsk: (about: 'tables' | 'edit' | 'delete') => void;
}) {
  const { t } = useTexts();
  const original = useOriginal(document);
  const picker = useRef<HTMLInputElement>(null);
  const choose = () => picker.current?.click();
  const { title } = document;
  const isFaq = document.format === 'faq';
  const may = allowedActions(document, standing);
  const label = may.replace ? t('knowledge:version.of', { title }) : t('knowledge:again.of', { title });
  const actions = [
    may.open && {
      name: t('knowledge:openShort'),
      label: t('knowledge:open', { title }),
      icon: <ExternalLink size={18} aria-hidden="true" />,
      run: () => void original.open(),
    },
    may.download && {
      name: t('knowledge:download.action'),
      label: t('knowledge:download.of', { title }),
      icon: <Download size={18} aria-hidden="true" />,
      run: () => void original.download(),
    },
    mayManage &&
      may.replace && {
        name: t('knowledge:version.action'),
        label,
        icon: <RefreshCw size={18} aria-hidden="true" />,
        run: choose,
      },
    may.tables && {
      name: t('knowledge:tables.action'),
      label: t('knowledge:tables.of', { title }),
      icon: <Table2 size={18} aria-hidden="true" />,
      run: () => onAsk('tables'),
    },
    mayManage &&
      may.edit && {
        name: t(isFaq ? 'knowledge:faq.edit' : 'knowledge:edit.action'),
        label: t(isFaq ? 'knowledge:faq.editOf' : 'knowledge:edit.of', { title }),
        icon: <Pencil size={18} aria-hidden="true" />,
        run: () => onAsk('edit'),
      },
    mayManage && {
      name: t('knowledge:delete.action'),
      label: t('knowledge:delete.of', { title }),
      icon: <Trash2 size={18} aria-hidden="true" />,
      danger: true,
      run: () => onAsk('delete'),
    },
  ].filter((action) => action !== false);
  return (
    <div className={`row tight end ${styles.rowActions}`}>
      {mayManage && may.retry && <RetryButton document={document} />}
      {mayManage && may.again && (
        <Button size="small" ariaLabel={label} onClick={choose}>
          <Upload size={15} aria-hidden="true" />
          {t('knowledge:again.action')}
        </Button>
      )}
      {mayManage && (may.replace || may.again) && (
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

function RetryButton({ document: { botId, id, title } }: { readonly document: Document }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => call('retryDocument', { params: { botId, documentId: id } }),
    onSuccess: (retried) => putDocument(queryClient, retried),
    onError: useErrorToast(title),
  });
  return (
    <Button
      size="small"
      isLoading={retrying.isPending}
      loadingText={t('knowledge:retry.action')}
      ariaLabel={t('knowledge:retry.of', { title })}
      onClick={() => retrying.mutate()}
    >
      <RotateCw size={15} aria-hidden="true" />
      {t('knowledge:retry.action')}
    </Button>
  );
}
