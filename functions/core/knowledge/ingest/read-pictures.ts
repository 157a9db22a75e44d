import { gunzipSync, gzipSync } from 'node:zlib';
import { $add, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, DocumentId } from '#contract/base/ids';
import { PAGE_NOTICES, type PageNotice } from '#contract/knowledge/documents';
import { ModelsStopped } from '#core/accounts/limits/model-gate';
import { PictureUsageEntity, pictureMonth } from '#core/accounts/limits/picture-usage';
import { limitOf } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { findBot } from '#core/bots/bots';
import type { Extraction } from '#core/reading/extraction';
import type { DocumentReader } from '#core/reading/isolated';
import { pageNotice } from '#core/reading/notices';
import { type RecognisedPage, type TextRecogniser, withRecognised } from '#core/reading/recognised';
import { UnreadableDocument } from '#core/reading/unreadable';
import { getObject, putObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { logger } from '#platform/logger';
import { transact } from '#platform/table-writes';
import { DocumentEntity } from '../documents/entity';
import { picturesAddress, uploadRefOf } from '../documents/keys';
import { findDocument, type StoredDocument } from '../documents/stored-document';
import { keyOf } from './claim';
import type { File } from './read-in-parts';

export interface PictureDeps extends Pick<DocumentReader, 'extractPictures'> {
  readonly clock: Clock;
  /** Null where the stage has no text recognition. */
  readonly recogniser: TextRecogniser | null;
}

/** Of one document: what more of it are pictures stays unread, and is said. */
const MOST_PAGES = 500;

/**
 * A document with the text of its pages that are pictures, where its bot reads these. Each picture is counted in the
 * account's month once, whoever reads it again: what was recognised is kept with the document. What is not read, and
 * why, is a notice. `unfinished` when there was no time for all.
 */
export async function readPictures(
  deps: PictureDeps,
  claimed: StoredDocument,
  file: File & { readonly isLast: boolean },
  extraction: Extraction,
): Promise<Extraction | 'unfinished'> {
  const { silentPages: silent = [] } = extraction;
  if (silent.length === 0 || !deps.recogniser) return extraction;
  const bot = await findBot(uploadRefOf(claimed));
  const isOff = !bot?.readsPictures;
  // What was read and paid for stays, also where no more is to be read.
  if (isOff && claimed.picturesCountedTo === undefined)
    return withNotices(extraction, { pictures_off: silent });
  const kept = await openKept(claimed, file.contentHash);
  const wanted = silent.slice(0, MOST_PAGES);
  let stopped: Stop | null = isOff ? 'pictures_off' : null;
  for (const number of wanted) {
    if (stopped || kept.pages.has(number)) continue;
    if (!file.hasTime()) return 'unfinished';
    const read = await readPage({ ...deps, recogniser: deps.recogniser }, claimed, file, number);
    if (typeof read === 'string') stopped = read;
    else await kept.add(read);
  }
  const pages = wanted.flatMap((number) => kept.pages.get(number) ?? []);
  const isText = ({ pictures }: RecognisedPage) => pictures.some(({ lines }) => lines.length > 0);
  const [told, empty] = [pages.filter(isText), pages.filter((page) => !isText(page))];
  const left = wanted.filter((number) => !kept.pages.has(number));
  const whole = withNotices(
    { ...extraction, blocks: withRecognised(extraction.blocks, told) },
    {
      pages_recognised: told.map(({ number }) => number),
      pages_without_text: [...empty.map(({ number }) => number), ...silent.slice(MOST_PAGES)],
      ...(stopped && { [stopped]: left }),
    },
  );
  if (whole.blocks.length === 0) throw nothingRead(stopped);
  return whole;
}

/** Why no more pages of a document are read. */
type Stop = 'pictures_off' | 'pictures_over_limit' | 'pictures_failed';

/** Of a document that has no other text. */
function nothingRead(stopped: Stop | null): Error {
  if (stopped === 'pictures_over_limit')
    return new UnreadableDocument('pictures_over_limit', 'no page is left in this month');
  return stopped !== 'pictures_failed'
    ? new UnreadableDocument('no_text', 'no text was recognised')
    : new Error('No text could be recognised.');
}

async function readPage(
  deps: PictureDeps & { readonly recogniser: TextRecogniser },
  claimed: StoredDocument,
  { bytes, isLast }: File & { readonly isLast: boolean },
  number: number,
): Promise<RecognisedPage | 'pictures_over_limit' | 'pictures_failed'> {
  const pictures = await deps.extractPictures(bytes, number).catch((error: unknown) => {
    // One page that can't be drawn does not keep the others from being read.
    if (error instanceof UnreadableDocument) return [];
    throw error;
  });
  if (pictures.length === 0) return { number, pictures: [] };
  if (!(await countPage(deps.clock, claimed, number, pictures.length))) return 'pictures_over_limit';
  try {
    const read: RecognisedPage['pictures'][number][] = [];
    for (const { png, width, height } of pictures)
      read.push({ ratio: height / width, lines: (await deps.recogniser.recognise(png, claimed)) ?? [] });
    return { number, pictures: read };
  } catch (error) {
    // While the queue brings the document again, its other text waits; then it is taken in without these pages.
    if (!(error instanceof ModelsStopped) && !isLast) throw error;
    logger.warn('Pages that are pictures were not read.', {
      documentId: claimed.documentId,
      error: error instanceof Error ? error : String(error),
    });
    return 'pictures_failed';
  }
}

/**
 * Counts a page in the month of now, as often as it has pictures, since each of them is paid for; but not again: pages
 * are counted in their order, and the document says up to which. False where the plan allows no more.
 */
async function countPage(
  clock: Clock,
  claimed: StoredDocument,
  number: number,
  pictures: number,
): Promise<boolean> {
  const { picturesCountedTo = 0 } = (await findDocument(claimed, DocumentId.parse(claimed.documentId))) ?? {};
  if (picturesCountedTo >= number) return true;
  const now = clock();
  const accountId = AccountId.parse(claimed.accountId);
  const { limit } = limitOf(await loadAccount(accountId), 'picturePages', now);
  if (limit > 0 && pictures > limit) return false;
  try {
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({ ...keyOf(claimed), picturesCountedTo: number })
          .options({
            condition: {
              or: [
                { attr: 'picturesCountedTo', exists: false },
                { attr: 'picturesCountedTo', lt: number },
              ],
            },
          }),
        refused: () => new CountedBefore(),
      },
      {
        write: PictureUsageEntity.build(UpdateTransaction)
          .item({ ...pictureMonth(accountId, now), pages: $add(pictures) })
          .options(
            limit > 0
              ? {
                  condition: {
                    or: [
                      { attr: 'pages', exists: false },
                      { attr: 'pages', lte: limit - pictures },
                    ],
                  },
                }
              : {},
          ),
        refused: () => new MonthIsFull(),
      },
    );
    return true;
  } catch (error) {
    if (error instanceof CountedBefore) return true;
    if (error instanceof MonthIsFull) return false;
    throw error;
  }
}

class CountedBefore extends Error {}
class MonthIsFull extends Error {}

/** What was recognised in the pictures of a document, as long as it is there. */
interface Kept {
  readonly pages: ReadonlyMap<number, RecognisedPage>;
  add(page: RecognisedPage): Promise<void>;
}

interface Stored {
  /** Of the file that the pages are of. */
  readonly contentHash: string;
  readonly pages: readonly RecognisedPage[];
}

async function openKept(claimed: StoredDocument, contentHash: string): Promise<Kept> {
  const address = picturesAddress(claimed);
  const bytes = await getObject(address);
  const stored = bytes ? (JSON.parse(gunzipSync(bytes).toString()) as Stored) : null;
  const known = stored?.contentHash === contentHash ? stored.pages : [];
  const pages = new Map(known.map((page) => [page.number, page]));
  return {
    pages,
    async add(page) {
      pages.set(page.number, page);
      const now: Stored = { contentHash, pages: [...pages.values()] };
      await putObject(address, gzipSync(JSON.stringify(now)), { contentType: 'application/gzip' });
    },
  };
}

/** With what is now known of the pages that had no text. */
function withNotices(
  extraction: Extraction,
  told: Readonly<Partial<Record<PageNotice, readonly number[]>>>,
): Extraction {
  const others = extraction.notices?.filter(({ kind }) => kind !== 'pages_without_text') ?? [];
  const notices = PAGE_NOTICES.flatMap((kind) => pageNotice(kind, told[kind] ?? []));
  return { ...extraction, notices: [...others, ...notices] };
}
