import { gunzipSync, gzipSync } from 'node:zlib';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { EXTRACTION_LIMITS, type Extraction, LongDocument } from '#core/reading/extraction';
import type { DocumentReader } from '#core/reading/isolated';
import { UnreadableDocument } from '#core/reading/unreadable';
import { deleteObject, getObject, type ObjectAddress, putObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { ifHolds } from '#platform/table-writes';
import { DocumentEntity } from '../documents/entity';
import type { StoredDocument } from '../documents/stored-document';
import { isClaimed, keyOf } from './claim';

export interface File {
  readonly bytes: Uint8Array;
  readonly contentHash: string;
  /** Whether there is time to read another part. */
  hasTime(): boolean;
}

export interface ReadDocument {
  readonly extraction: Extraction;
  /** Erases what was kept of its parts: to be called when nobody has to read it once more. */
  forget(): Promise<void>;
}

/**
 * Reads a document, a long one part by part. Each part is kept in the index bucket as soon as it is read, so that
 * whoever goes on, after a function that ended or was killed, reads none of them again. `unfinished` when there was
 * no time for all.
 */
export async function readDocument(
  reader: DocumentReader,
  claimed: StoredDocument,
  file: File,
): Promise<ReadDocument | 'unfinished'> {
  try {
    return { extraction: await reader.extract(file.bytes, claimed.format), forget: async () => {} };
  } catch (error) {
    if (!(error instanceof LongDocument)) throw error;
    return readInParts(reader, claimed, file, error);
  }
}

async function readInParts(
  reader: DocumentReader,
  claimed: StoredDocument,
  { bytes, contentHash, hasTime }: File,
  { pages, pagesAtOnce }: LongDocument,
): Promise<ReadDocument | 'unfinished'> {
  const parts: string[] = [];
  const addresses: ObjectAddress[] = [];
  let characters = 0;
  for (let first = 1; first <= pages; first += pagesAtOnce) {
    const last = Math.min(first + pagesAtOnce - 1, pages);
    const address = partAddress(claimed, contentHash, { first, last });
    addresses.push(address);
    const kept = await getObject(address);
    if (kept) {
      parts.push(gunzipSync(kept).toString());
      continue;
    }
    if (!hasTime()) return 'unfinished';
    const part = await reader.extractPart(bytes, { first, last });
    characters += part.characters;
    if (characters > EXTRACTION_LIMITS.maxCharacters)
      throw new UnreadableDocument(
        'too_much_text',
        `more than ${EXTRACTION_LIMITS.maxCharacters} characters`,
      );
    await putObject(address, gzipSync(part.content), { contentType: 'application/gzip' });
    await recordProgress(claimed, { pagesRead: last, pages });
    parts.push(part.content);
  }
  // Putting them together and indexing them takes as long as a part does.
  if (!hasTime()) return 'unfinished';
  const extraction = await reader.assemble(parts);
  return {
    extraction,
    // What is left behind where this fails expires by itself.
    async forget() {
      for (const address of addresses) await deleteObject(address);
    },
  };
}

/** Beside the index and not in it: the function that parses strangers' files has no grant to read segments. */
function partAddress(
  { accountId, botId, documentId }: StoredDocument,
  contentHash: string,
  { first, last }: { readonly first: number; readonly last: number },
): ObjectAddress {
  const key = `parts/${accountId}/${botId}/${documentId}-${contentHash.slice(0, 16)}/${first}-${last}`;
  return { bucket: environment('INDEX_BUCKET'), key };
}

/** Dashboards see how far it is. */
async function recordProgress(
  claimed: StoredDocument,
  { pagesRead, pages }: { readonly pagesRead: number; readonly pages: number },
): Promise<void> {
  // One that is read again answers meanwhile.
  if (claimed.status !== 'processing') return;
  // Refused: deleted meanwhile, as publishing will find.
  await ifHolds(
    DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(claimed), pagesRead, pages })
      .options({ condition: isClaimed(claimed) })
      .send(),
  );
}
