import { type Document, KEPT, PAGES_TRIED_AGAIN, TRIED_AGAIN } from '#contract/knowledge/documents';

/** How a document stands beside what is stored of it. */
export interface Standing {
  /** A new version of it is on its way. */
  readonly isReplaced: boolean;
  readonly isInterrupted: boolean;
}

/** What the kind and the state of a document allow; `again` brings the file of one that came to nothing. */
export function allowedActions(document: Document, { isReplaced, isInterrupted }: Standing) {
  const { status, format, url, failureReason, notices, tableCount } = document;
  const isFile = format !== 'faq' && url === null;
  const isKept = failureReason !== null && KEPT.has(failureReason);
  // One that failed has no original: its file is erased.
  const hasOriginal = status === 'processing' || status === 'success';
  // The same content is here already: another upload of it would end as this one did.
  const isLost = (status === 'failed' && !isKept && failureReason !== 'duplicate') || isInterrupted;
  return {
    open: hasOriginal,
    download: hasOriginal && isFile,
    retry:
      (failureReason !== null && TRIED_AGAIN.has(failureReason)) ||
      notices.some(({ kind }) => PAGES_TRIED_AGAIN.has(kind)),
    replace: isFile && status === 'success' && !isReplaced,
    again: isFile && isLost,
    tables: tableCount > 0,
    // Nothing answers by what is said of one that came to nothing.
    edit: status !== 'failed' ? !isInterrupted : isKept,
  };
}
