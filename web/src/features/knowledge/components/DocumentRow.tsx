import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Document } from '../../../../../functions/contract/documents';
import { Clamp } from '../../../components/Clamp';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { StatusPill, type Tone } from '../../../components/StatusPill';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { formatBytes, formatDate, formatNumber } from '../../../i18n/format';
import type { TranslationKey } from '../../../i18n/keys';
import { errorCode } from '../../../lib/api-error';
import { ACCEPTED_EXTENSIONS } from '../../../lib/uploads';
import { deleteDocument } from '../api/delete-document';
import { getOriginal } from '../api/get-original';
import { forgetDocuments } from '../document-cache';
import { isInterrupted } from '../interrupted';
import { EditDocumentDialog } from './EditDocumentDialog';
import { FileMark } from './FileMark';
import styles from './knowledge.module.css';

const FaqDialog = lazy(async () => ({ default: (await import('./FaqDialog')).FaqDialog }));

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
  isPicked,
  isReplaced,
  categories,
  onPick,
  onVersion,
}: {
  readonly document: Document;
  readonly mayManage: boolean;
  readonly isPicked: boolean;
  /** A new version of it is on its way. */
  readonly isReplaced: boolean;
  readonly categories: readonly string[];
  readonly onPick: (picked: boolean) => void;
  /** Brings the file of a new version. */
  readonly onVersion: (file: File) => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { botId, id: documentId, title } = document;
  const isFaq = document.format === 'faq';
  const isWebPage = document.url !== null;

  const removal = useMutation({
    mutationFn: () => deleteDocument(botId, documentId),
    onSuccess: () => {
      forgetDocuments(queryClient, botId, [documentId]);
      toast({ kind: 'success', about: title, text: t('knowledge:delete.done') });
    },
    onError: (error) => {
      setAsking(false);
      toast({ kind: 'error', about: title, text: t(`errors:${errorCode(error)}`) });
    },
  });

  const open = async () => {
    if (document.url !== null) return void window.open(document.url, '_blank', 'noopener');
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
    // Of a page of a website, most of its size is markup.
    ...(isFaq || isWebPage ? [] : [formatBytes(document.size, language)]),
    ...(document.pagesRead === undefined
      ? count(document.pages, 'knowledge:facts.pages')
      : [
          t('knowledge:facts.pagesRead', {
            number: formatNumber(document.pagesRead, language),
            total: formatNumber(document.pages ?? 0, language),
          }),
        ]),
    ...count(document.words, 'knowledge:facts.words'),
    ...count(document.passages, 'knowledge:facts.passages'),
    formatDate(document.createdAt, language),
  ];
  return (
    <li className={styles.row} data-clamp-group data-picks={mayManage}>
      {mayManage && (
        <input
          type="checkbox"
          className={styles.pick}
          aria-label={t('knowledge:bulk.pick', { title })}
          checked={isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
      <FileMark fileName={isFaq || isWebPage ? `.${document.format}` : document.fileName} />
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Clamp text={title} />
        </h3>
        {!isFaq && (
          <div className={`${styles.meta} ${styles.fileName}`}>
            <Clamp text={document.fileName} />
          </div>
        )}
        <p className={styles.meta}>{facts.join(' · ')}</p>
        {document.description && (
          <div className={`${styles.meta} ${styles.description}`}>
            <Clamp text={document.description} />
          </div>
        )}
        {(document.category || document.tags.length > 0) && (
          <ul className={styles.labels} aria-label={t('knowledge:facts.labels')}>
            {document.category && <li data-kind="category">{document.category}</li>}
            {document.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
        {document.replaces && <p className={styles.notice}>{t('knowledge:version.comes')}</p>}
        {isReplaced && <p className={styles.notice}>{t('knowledge:version.isReplaced')}</p>}
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
        {mayManage && document.status === 'success' && !isReplaced && !isFaq && !isWebPage && (
          <>
            <button
              type="button"
              className={styles.iconButton}
              onClick={() => picker.current?.click()}
              aria-label={t('knowledge:version.of', { title })}
              title={t('knowledge:version.action')}
            >
              <RefreshCw size={18} aria-hidden="true" />
            </button>
            <input
              ref={picker}
              type="file"
              hidden
              accept={ACCEPTED_EXTENSIONS.join(',')}
              aria-label={t('knowledge:version.of', { title })}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) onVersion(file);
                event.target.value = '';
              }}
            />
          </>
        )}
        {mayManage && (
          <button
            type="button"
            className={styles.iconButton}
            onClick={() => setEditing(true)}
            aria-label={t(isFaq ? 'knowledge:faq.editOf' : 'knowledge:edit.of', { title })}
            title={t(isFaq ? 'knowledge:faq.edit' : 'knowledge:edit.action')}
          >
            <Pencil size={18} aria-hidden="true" />
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
      {editing && !isFaq && (
        <EditDocumentDialog document={document} categories={categories} onClose={() => setEditing(false)} />
      )}
      <Suspense fallback={null}>
        {editing && isFaq && (
          <FaqDialog
            botId={botId}
            document={document}
            categories={categories}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </li>
  );
}
