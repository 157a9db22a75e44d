import type { DocumentId } from '#contract/base/ids';
import {
  DOCUMENT_FORMATS,
  DocumentFormat,
  type DocumentLink,
  formatsInFamilies,
  isText,
  type OriginalQuery,
} from '#contract/knowledge/documents';
import type { BotRef } from '#core/bots/bots';
import { presignDownload } from '#platform/buckets';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { uploadAddress, uploadRefOf } from './keys';
import { newestVersion } from './versions';

const DOWNLOAD_SECONDS = 5 * 60;

/**
 * A short-lived link that shows the original where browsers can, unless it is wanted as a file, and saves it under its
 * name elsewhere; of one that was replaced since, the version of now.
 */
export async function linkToOriginal(
  clock: Clock,
  bot: BotRef,
  documentId: DocumentId,
  { as }: OriginalQuery = { as: 'shown' },
): Promise<DocumentLink> {
  const { document: stored, isReplaced } = await newestVersion(bot, documentId);
  if (!stored.uploadVersion && stored.status === 'pending') throw new ParleyError('document.not_uploaded');
  // The file of one that can't be read is erased.
  if (stored.status === 'failed') throw new ParleyError('source.not_found');
  const format = DocumentFormat.parse(stored.format);
  const expiresAt = addSeconds(clock(), DOWNLOAD_SECONDS).toISOString();
  // A page of a website is there, not here.
  if (stored.url !== undefined) return { url: stored.url, expiresAt, isReplaced };
  const url = await presignDownload(
    { ...uploadAddress(uploadRefOf(stored)), versionId: stored.uploadVersion },
    {
      fileName: stored.fileName,
      contentType: `${DOCUMENT_FORMATS[format].contentType}${isText(format) ? '; charset=utf-8' : ''}`,
      disposition: as === 'shown' && isShown(format) ? 'inline' : 'attachment',
      seconds: DOWNLOAD_SECONDS,
    },
  );
  return { url, expiresAt, isReplaced };
}

/** Whether browsers show it; they save a table whatever they are told. */
function isShown(format: DocumentFormat): boolean {
  // A page that somebody else wrote must not run where our files are.
  return format === 'pdf' || (isText(format) && !formatsInFamilies('sheet', 'page').has(format));
}
