import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '../../../../../functions/contract/documents';
import { Clamp } from '../../../components/Clamp';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { StatusPill, type Tone } from '../../../components/StatusPill';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { formatBytes, formatDate, formatNumber } from '../../../i18n/format';
import type { TranslationKey } from '../../../i18n/keys';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { deleteDocument } from '../api/delete-document';
import { getOriginal } from '../api/get-original';
import { dropDocument } from '../document-cache';
import { isInterrupted } from '../interrupted';
import { FileMark } from './FileMark';
import styles from './knowledge.module.css';

const TONES: Record<Document['status'], Tone> = {
  pending: 'busy',
  uploading: 'busy',
  processing: 'busy',
  success: 'good',
  failed: 'bad',
};
const STATUSES: Record<Document['status'], TranslationKey> = {
  pending: 'knowledge:status.pending',
  uploading: 'knowledge:status.uploading',
  processing: 'knowledge:status.processing',
  success: 'knowledge:status.success',
  failed: 'knowledge:status.failed',
};

export function DocumentRow({
  document,
  mayManage,
}: {
  readonly document: Document;
  readonly mayManage: boolean;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { botId, id: documentId, title } = document;

  const removal = useMutation({
    mutationFn: () => deleteDocument(botId, documentId),
    onSuccess: () => {
      dropDocument(queryClient, botId, documentId);
      void queryClient.invalidateQueries({ queryKey: queryKeys.bot(botId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      toast({ kind: 'success', about: title, text: t('knowledge:delete.done') });
    },
    onError: (error) => {
      setAsking(false);
      toast({ kind: 'error', about: title, text: t(`errors:${errorCode(error)}`) });
    },
  });

  const open = async () => {
    // Opened with the click, before the answer: browsers block what opens later.
    const tab = window.open('', '_blank');
    try {
      const { url } = await getOriginal(botId, documentId);
      if (!tab) return window.location.assign(url);
      tab.opener = null;
      tab.location.href = url;
    } catch (error) {
      tab?.close();
      toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
    }
  };

  const interrupted = isInterrupted(document, Date.now());
  const count = (value: number | null, one: TranslationKey) =>
    value === null ? [] : [t(one, { count: value, number: formatNumber(value, language) })];
  const facts = [
    formatBytes(document.size, language),
    ...count(document.pages, 'knowledge:facts.pages'),
    ...count(document.words, 'knowledge:facts.words'),
    ...count(document.passages, 'knowledge:facts.passages'),
    formatDate(document.createdAt, language),
  ];
  return (
    <li className={styles.row} data-clamp-group>
      <FileMark fileName={document.fileName} />
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Clamp text={title} />
        </h3>
        <div className={`${styles.meta} ${styles.fileName}`}>
          <Clamp text={document.fileName} />
        </div>
        <p className={styles.meta}>{facts.join(' · ')}</p>
        {document.failureReason && (
          <p className={styles.problem}>{t(`knowledge:failures.${document.failureReason}`)}</p>
        )}
        {interrupted && <p className={styles.problem}>{t('knowledge:interrupted')}</p>}
      </div>
      <div className={styles.status}>
        <StatusPill tone={interrupted ? 'bad' : TONES[document.status]}>
          {t(interrupted ? 'knowledge:status.interrupted' : STATUSES[document.status])}
        </StatusPill>
      </div>
      <div className={styles.rowActions}>
        {/* One that failed has none: its file is erased. */}
        {(document.status === 'processing' || document.status === 'success') && (
          <button
            type="button"
            className={styles.iconButton}
            onClick={() => void open()}
            aria-label={t('knowledge:open', { title })}
            title={t('knowledge:openShort')}
          >
            <ExternalLink size={18} aria-hidden="true" />
          </button>
        )}
        {mayManage && (
          <button
            type="button"
            className={styles.iconButton}
            data-danger
            onClick={() => setAsking(true)}
            aria-label={t('knowledge:delete.of', { title })}
            title={t('knowledge:delete.action')}
          >
            <Trash2 size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('knowledge:delete.title')}
          about={title}
          confirmLabel={t('knowledge:delete.action')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(false)}
        >
          {t('knowledge:delete.text')}
        </ConfirmDialog>
      )}
    </li>
  );
}
