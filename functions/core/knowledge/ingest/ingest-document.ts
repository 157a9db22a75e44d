import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type FailureReason, formatsInFamilies, MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import { ModelsStopped } from '#core/accounts/limits/model-gate';
import { findBot } from '#core/bots/bots';
import type { DocumentReader } from '#core/reading/isolated';
import { UnreadableDocument } from '#core/reading/unreadable';
import { buildSegment, indexedText } from '#core/retrieval/build';
import type { Embedder } from '#core/retrieval/ports';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage, detectTableLanguage } from '#core/text/language';
import type { TextLanguage } from '#core/text/text-language';
import { deleteObject, getObject, type ObjectAddress, putObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { findContent } from '../documents/documents';
import { type IngestJob, queueIngest, readAgain } from '../documents/ingest-job';
import { segmentKey, UNVERSIONED, uploadAddress, uploadRefOf } from '../documents/keys';
import { findDocument, isRebuilt, isUntitled, type StoredDocument } from '../documents/stored-document';
import { claimDocument, failDocument, releaseDocument } from './claim';
import { type Publication, publishDocument, reportUnreadable, republishDocument } from './publish';
import { type File, type ReadDocument, readDocument } from './read-in-parts';
import { type PictureDeps, readPictures } from './read-pictures';
import { readTables } from './read-tables';

export interface IngestDeps extends DocumentReader, PictureDeps {
  readonly clock: Clock;
  /** Null where the stage has no embedding model: search is lexical then. */
  readonly embedder: Embedder | null;
}

export interface Delivery {
  /** The same at each delivery of a message. */
  readonly messageId: string;
  /** Whether the queue gives up after this one. */
  readonly isLast: boolean;
  /** As long as the function may still work: no other message touches the document until then. */
  readonly leaseSeconds: number;
  /** Whether there is time for another part of a long document. */
  hasTime(): boolean;
}

/**
 * Takes one uploaded document in: extract, split, embed, write the segment, publish. Repeating it changes
 * nothing. A document that can't be read ends as failed with its reason; anything else that goes wrong is
 * thrown, so that the queue brings it again, and on the last delivery the document ends as failed too.
 */
export async function ingestDocument(deps: IngestDeps, job: IngestJob, delivery: Delivery): Promise<void> {
  if (job.rebuild !== undefined) return rebuildDocument(deps, job, job.rebuild, delivery);
  const { messageId, leaseSeconds: seconds } = delivery;
  const claimed = await claimDocument(deps.clock, job, { messageId, seconds });
  if (!claimed) return;
  let written: ObjectAddress | null = null;
  const fail = async (reason: FailureReason) => {
    const failed = await failDocument(deps.clock, claimed, reason);
    // Nothing lists it, so nobody would ever erase it. Without the claim it may be another delivery's by now.
    if (failed && written) await deleteObject(written);
    if (failed && reason === 'pictures_off' && (await readsPictures(job))) await queueIngest(job);
  };
  try {
    const made = await makeSegment(deps, job, claimed, delivery);
    if (made === 'unfinished') {
      // What was read is kept. Another message goes on from there, behind the documents that wait already.
      await releaseDocument(claimed);
      await queueIngest(job);
      return;
    }
    const { address, segment, publication } = made;
    written = address;
    await putObject(address, segment, { contentType: 'application/octet-stream' });
    const published = await publishDocument(deps.clock, claimed, publication);
    // Deleted while it was worked on: erased like the above. Taken over by the next delivery of the same message:
    // it writes the same segment, and may have published it.
    const current = await findDocument(job, job.documentId);
    if (!published && !current) await deleteObject(address);
    // Said of the one that it replaces while this one was read.
    const isSaidAnew = published && current && !isDeepStrictEqual(current.headers, claimed.headers);
    if (isSaidAnew || (published && (await isSwitchedOn(job, publication))))
      await readAgain(deps.clock, current ?? claimed);
  } catch (error) {
    if (error instanceof UnreadableDocument) return fail(error.reason);
    if (delivery.isLast) await fail('internal');
    else await releaseDocument(claimed);
    throw error;
  }
}

/**
 * Reads a document that answers once more and puts its new segment in the place of the old one, which answers until
 * then. One that can't be read any more goes on answering from what was read before.
 */
async function rebuildDocument(
  deps: IngestDeps,
  job: IngestJob,
  run: string,
  { hasTime, isLast }: Delivery,
): Promise<void> {
  const before = await findDocument(job, job.documentId);
  // Deleted meanwhile, or done by another delivery of the same message.
  if (before?.status !== 'success' || isRebuilt(before, run)) return;
  if (job.forVectors && before.wordsOnlySince === undefined) return;
  const versionId = before.uploadVersion === UNVERSIONED ? null : (before.uploadVersion ?? null);
  let made: MadeSegment | 'unfinished';
  try {
    made = await makeSegment(deps, { ...job, versionId }, before, { hasTime, isLast, suffix: `-${run}` });
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    logger.warn('A document can no longer be read and stays as it was.', { ...job, reason: error.reason });
    return reportUnreadable(before, run);
  }
  if (made === 'unfinished') return queueIngest(job);
  // It would be as it was: it is tried again later.
  if (job.forVectors && made.publication.lacksVectors) return;
  await putObject(made.address, made.segment, { contentType: 'application/octet-stream' });
  if (await republishDocument(deps.clock, before, made.publication)) {
    if (await isSwitchedOn(job, made.publication)) await readAgain(deps.clock, before);
    return;
  }
  const current = await findDocument(job, job.documentId);
  if (current?.segmentId !== made.publication.segmentId) await deleteObject(made.address);
}

/**
 * Whether pages were left out since their bot read none, and it does by now. Asked when that is written: the training
 * that begins with the switch takes up what says so then, and passes over what is in work.
 */
async function isSwitchedOn(job: IngestJob, { notices }: Publication): Promise<boolean> {
  return notices.some(({ kind }) => kind === 'pictures_off') && readsPictures(job);
}

async function readsPictures(job: IngestJob): Promise<boolean> {
  return (await findBot(job))?.readsPictures ?? false;
}

/** What a document becomes, not yet stored anywhere. */
interface MadeSegment {
  readonly address: ObjectAddress;
  readonly segment: Uint8Array;
  readonly publication: Publication;
}

async function makeSegment(
  deps: IngestDeps,
  job: IngestJob,
  claimed: StoredDocument,
  { hasTime, isLast, suffix = '' }: Pick<Delivery, 'hasTime' | 'isLast'> & { readonly suffix?: string },
): Promise<MadeSegment | 'unfinished'> {
  const bytes = await readUpload(job);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  // Publishing decides; this only spares the work, and the embedding's price, where the answer is known.
  const holder = await findContent(job, contentHash);
  if (holder && holder !== claimed.documentId)
    throw new UnreadableDocument('duplicate', `the same as ${holder}`);
  const file = { bytes, contentHash, isLast, hasTime };
  const read = await readOrScan(deps, claimed, file);
  if (read === 'unfinished') return read;
  const extraction = await readPictures(deps, claimed, file, read.extraction);
  if (extraction === 'unfinished') return extraction;
  await read.forget();
  const { blocks, tables } = readTables(extraction.blocks, claimed.headers ?? {});
  const text = blocks.map((block) => block.text).join('\n\n');
  const language =
    detectLanguage(text) ??
    extraction.language ??
    (SHEETS.has(claimed.format) ? (detectTableLanguage(text) ?? (await languageOfBot(job))) : null);
  const passages = splitIntoPassages(blocks);
  if (passages.length === 0) throw new UnreadableDocument('no_text', 'no passage');
  const { embedder } = deps;
  const vectors = await vectorsOf(embedder, job, passages.map(indexedText));
  const ownTitle = extraction.title ?? null;
  const title = (isUntitled(claimed) ? ownTitle : null) ?? claimed.title;
  const segment = buildSegment({
    documentId: claimed.documentId,
    title,
    language,
    passages,
    ...(vectors && embedder
      ? { vectors: { model: embedder.model, dimensions: embedder.dimensions, values: vectors } }
      : {}),
  });
  // Named by document and content: a redelivery writes the same bytes under the same key.
  const segmentId = `${claimed.documentId}-${contentHash.slice(0, 16)}${suffix}`;
  const address = { bucket: environment('INDEX_BUCKET'), key: segmentKey({ ...job, segmentId }) };
  const publication = {
    title,
    ownTitle,
    segmentId,
    objectKey: address.key,
    bytes: segment.length,
    contentHash,
    pages: extraction.pages,
    words: countWords(text),
    passages: passages.length,
    language,
    notices: extraction.notices ?? [],
    lacksVectors: embedder !== null && vectors === undefined,
    tables,
  };
  return { address, segment, publication };
}

/** A document that is nothing but pictures has no text yet, where these can be read. */
async function readOrScan(
  deps: IngestDeps,
  claimed: StoredDocument,
  file: File,
): Promise<ReadDocument | 'unfinished'> {
  try {
    return await readDocument(deps, claimed, file);
  } catch (error) {
    if (!(error instanceof UnreadableDocument) || error.reason !== 'no_text' || !error.scan) throw error;
    const bot = await findBot(uploadRefOf(claimed));
    const isRead = bot?.readsPictures || claimed.picturesCountedTo !== undefined;
    if (!deps.recogniser) throw error;
    if (!isRead) throw new UnreadableDocument('pictures_off', 'nothing but pages without text');
    const { pages, silent } = error.scan;
    return { extraction: { blocks: [], pages, silentPages: silent }, forget: async () => {} };
  }
}

/** None where no model may be called, or it fails: the document answers by its words until it is embedded. */
async function vectorsOf(embedder: Embedder | null, { accountId }: IngestJob, texts: readonly string[]) {
  try {
    return await embedder?.embed(texts, 'passage', { accountId });
  } catch (error) {
    if (error instanceof ModelsStopped) logger.warn('A document has no vectors.', { reason: error.message });
    else
      logger.error('A document could not be embedded.', {
        error: error instanceof Error ? error : String(error),
      });
    return undefined;
  }
}

/** Formats that may say too little in sentences to tell their language. */
const SHEETS = formatsInFamilies('sheet', 'typed');

async function languageOfBot(job: IngestJob): Promise<TextLanguage | null> {
  return (await findBot(job))?.config.language ?? null;
}

async function readUpload(job: IngestJob): Promise<Uint8Array> {
  const bytes = await getObject({
    ...uploadAddress(job),
    versionId: job.versionId ?? undefined,
  });
  if (!bytes) throw new UnreadableDocument('corrupted', 'the upload is gone');
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new UnreadableDocument('too_much_text', 'larger than the limit');
  return bytes;
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]+/gu)) words++;
  return words;
}
