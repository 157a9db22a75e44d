import { useState } from 'react';
import type { PassageExcerpt } from '#contract/answers/retrieval';
import type { Document } from '#contract/knowledge/documents';
import { useTexts } from '#i18n/index';
import { isWaiting } from '../document-view';
import { useOriginal } from '../hooks/useOriginal';
import { isInterrupted } from '../interrupted';
import { wordsOf } from '../marks';
import { DocumentActions } from './DocumentActions';
import { type DocumentDialog, DocumentDialogs } from './DocumentDialogs';
import { DocumentStatus } from './DocumentStatus';
import { DocumentWords } from './DocumentWords';
import { FileMark } from './FileMark';
import { FoundInDocument } from './FoundInDocument';
import styles from './knowledge.module.css';

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
  const { t } = useTexts();
  const original = useOriginal(document);
  const [dialog, setDialog] = useState<DocumentDialog | null>(null);
  const { title, fileName, status } = document;
  const isFaq = document.format === 'faq';

  const interrupted = isInterrupted(document, Date.now());
  const waits = isWaiting(document);
  const readStatus = status === 'success' && !isJustRead ? 'completed' : status;
  const shownStatus = interrupted ? 'interrupted' : waits ? 'waiting' : readStatus;
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
      <DocumentWords
        document={document}
        words={wordsOf(search)}
        isReplaced={isReplaced}
        isWaiting={waits}
        isInterrupted={interrupted}
      />
      <div className={`row apart ${styles.rowEnd}`}>
        <div className={styles.status}>
          <DocumentStatus status={shownStatus} />
        </div>
        <DocumentActions
          document={document}
          standing={{ isReplaced, isInterrupted: interrupted }}
          mayManage={mayManage}
          onFile={(file) => (status === 'success' ? setDialog(file) : onFile(file))}
          onAsk={setDialog}
        />
      </div>
      {passages.length > 0 && (
        <FoundInDocument title={title} passages={passages} onOpen={(page) => void original.open(page)} />
      )}
      <DocumentDialogs
        document={document}
        mayManage={mayManage}
        categories={categories}
        open={dialog}
        onFile={onFile}
        onClose={() => setDialog(null)}
      />
    </li>
  );
}
