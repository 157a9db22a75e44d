import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Marked } from '#components/Marked.tsx';
import { useToast } from '#components/toasts.tsx';
import type { PassageExcerpt } from '#contract/answers/retrieval';
import type { Document } from '#contract/knowledge/documents';
import { formatBytes, formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { useErrorText } from '#lib/use-error-text';
import { deleteDocument } from '../api/delete-document';
import { forgetDocuments, putDocument } from '../document-cache';
import { holdsLittle, isWaiting, pagesText } from '../document-view';
import { useOriginal } from '../hooks/useOriginal';
import { useUndoDeletion } from '../hooks/useUndoDeletion';
import { isInterrupted } from '../interrupted';
import { marked, wordsOf } from '../marks';
import { CitedBy } from './CitedBy';
import { DocumentActions } from './DocumentActions';
import { DocumentStatus } from './DocumentStatus';
import { FileMark } from './FileMark';
import { FoundInDocument } from './FoundInDocument';
import styles from './knowledge.module.css';

const EditDocumentDialog = lazy(async () => ({
  default: (await import('./EditDocumentDialog')).EditDocumentDialog,
}));
const TablesDialog = lazy(async () => ({ default: (await import('./TablesDialog')).TablesDialog }));
const FaqDialog = lazy(async () => ({ default: (await import('./FaqDialog')).FaqDialog }));

export interface DocumentRowProps {
  readonly document: Document;
  readonly mayManage: boolean;
  readonly isPicked: boolean;
  /** A new version of it is on its way. */
  readonly isReplaced: boolean;
  /** It was read while this page was looked at. */
  readonly isJustRead: boolean;
  readonly categories: readonly string[];
  /** What is searched, and the passages in which it stands. */
  readonly search: string;
  readonly passages: readonly PassageExcerpt[];
  readonly onPick: (picked: boolean) => void;
  /** Brings the file of a new version, or the one that is to take the place of a document which failed. */
  readonly onFile: (file: File) => void;
}

export function DocumentRow({
  document,
  mayManage,
  isPicked,
  isReplaced,
  isJustRead,
  categories,
  search,
  passages,
  onPick,
  onFile,
}: DocumentRowProps) {
  const { t, language } = useTexts();
  const textOf = useErrorText();
  const toast = useToast();
  const queryClient = useQueryClient();
  const original = useOriginal(document);
  const offerUndo = useUndoDeletion(document.botId);
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [showsTables, setShowsTables] = useState(false);
  const [replacing, setReplacing] = useState<File | null>(null);
  const { botId, id: documentId, title, fileName, status } = document;
  const isFaq = document.format === 'faq';
  const failed = (error: unknown) => {
    setAsking(false);
    toast({ kind: 'error', about: title, text: textOf(error) });
  };

  const removal = useMutation({
    mutationFn: () => deleteDocument(botId, documentId),
    onSuccess: () => {
      forgetDocuments(queryClient, botId, [documentId]);
      offerUndo([document]);
    },
    onError: failed,
  });
  const retrying = useMutation({
    mutationFn: () => call('retryDocument', { params: { botId, documentId } }),
    onSuccess: (retried) => putDocument(queryClient, retried),
    onError: failed,
  });

  const interrupted = isInterrupted(document, Date.now());
  const waits = isWaiting(document);
  const readStatus = status === 'success' && !isJustRead ? 'completed' : status;
  const shownStatus = interrupted ? 'interrupted' : waits ? 'waiting' : readStatus;
  const words = wordsOf(search);
  return (
    <li className={styles.row} data-clamp-group data-status={shownStatus}>
      {mayManage && (
        <input
          type="checkbox"
          className={styles.pick}
          aria-label={t('knowledge:bulk.pick', { title })}
          checked={isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
      <FileMark fileName={isFaq || document.url !== null ? `.${document.format}` : fileName} />
      <div className={styles.words}>
        <h3 className={`entry-title ${styles.title}`}>
          <Clamp text={title}>
            <Marked {...marked(title, words)} />
          </Clamp>
        </h3>
        {!isFaq && (
          <div className={`faint ${styles.meta} ${styles.fileName}`}>
            <Clamp text={fileName}>
              <Marked {...marked(fileName, words)} />
            </Clamp>
          </div>
        )}
        <Facts document={document} />
        {document.description && (
          <div className={`faint ${styles.meta} ${styles.description}`}>
            <Clamp text={document.description} />
          </div>
        )}
        {(document.category || document.tags.length > 0) && (
          <ul className={styles.labels} aria-label={t('knowledge:facts.labels')}>
            {document.category && (
              <li data-kind="category">
                <Marked {...marked(document.category, words)} />
              </li>
            )}
            {document.tags.map((tag) => (
              <li key={tag}>
                <Marked {...marked(tag, words)} />
              </li>
            ))}
          </ul>
        )}
        {document.replaces && <p className={styles.notice}>{t('knowledge:version.comes')}</p>}
        {isReplaced && <p className={styles.notice}>{t('knowledge:version.isReplaced')}</p>}
        {holdsLittle(document) && (
          <p className={styles.notice}>
            {t('knowledge:holdsLittle', {
              count: document.words ?? 0,
              number: formatNumber(document.words ?? 0, language),
            })}
          </p>
        )}
        {document.wordsOnly && <p className={styles.notice}>{t('knowledge:wordsOnly')}</p>}
        {document.notices.map(({ kind, count, pages }) => (
          <p className={styles.notice} key={kind}>
            {t(`knowledge:notices.${kind}`, {
              count,
              number: formatNumber(count, language),
              pages: pagesText(pages, count),
            })}
          </p>
        ))}
        {document.failureReason && (
          <p className={waits ? styles.notice : styles.problem}>
            {t(`knowledge:failures.${document.failureReason}`)}
          </p>
        )}
        {interrupted && <p className={styles.problem}>{t('knowledge:interrupted')}</p>}
      </div>
      <div className={styles.rowEnd}>
        <div className={styles.status}>
          <DocumentStatus status={shownStatus} />
        </div>
        <DocumentActions
          document={document}
          mayManage={mayManage}
          isReplaced={isReplaced}
          isInterrupted={interrupted}
          isRetrying={retrying.isPending}
          onOpen={() => void original.open()}
          onDownload={() => void original.download()}
          onFile={(file) => (status === 'success' ? setReplacing(file) : onFile(file))}
          onRetry={() => retrying.mutate()}
          onTables={() => setShowsTables(true)}
          onEdit={() => setEditing(true)}
          onDelete={() => setAsking(true)}
        />
      </div>
      {passages.length > 0 && (
        <FoundInDocument title={title} passages={passages} onOpen={(page) => void original.open(page)} />
      )}
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
          <CitedBy botId={botId} documents={[document]} fate="deleted" />
        </ConfirmDialog>
      )}
      {replacing && (
        <ConfirmDialog
          title={t('knowledge:version.title')}
          about={title}
          confirmLabel={t('knowledge:version.action')}
          isHarmless
          busy={false}
          onConfirm={() => {
            onFile(replacing);
            setReplacing(null);
          }}
          onCancel={() => setReplacing(null)}
        >
          {t('knowledge:version.text', { name: replacing.name })}
          <CitedBy botId={botId} documents={[document]} fate="replaced" />
        </ConfirmDialog>
      )}
      <Suspense fallback={null}>
        {showsTables && (
          <TablesDialog document={document} mayManage={mayManage} onClose={() => setShowsTables(false)} />
        )}
        {editing && !isFaq && (
          <EditDocumentDialog document={document} categories={categories} onClose={() => setEditing(false)} />
        )}
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

function Facts({ document }: { readonly document: Document }) {
  const { t, language } = useTexts();
  const { format, url, size, pages, pagesRead, words, passages, createdAt } = document;
  const count = (value: number | null, one: TranslationKey) =>
    value === null ? [] : [t(one, { count: value, number: formatNumber(value, language) })];
  const facts = [
    // Of a page of a website, most of its size is markup.
    ...(format === 'faq' || url !== null ? [] : [formatBytes(size, language)]),
    ...(pagesRead === undefined
      ? count(pages, 'knowledge:facts.pages')
      : [
          t('knowledge:facts.pagesRead', {
            number: formatNumber(pagesRead, language),
            total: formatNumber(pages ?? 0, language),
          }),
        ]),
    ...count(words, 'knowledge:facts.words'),
    ...count(passages, 'knowledge:facts.passages'),
    formatDate(createdAt, language),
  ];
  return <p className={`faint ${styles.meta}`}>{facts.join(' · ')}</p>;
}
