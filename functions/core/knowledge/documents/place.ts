import { $remove, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId } from '../../../contract/ids';
import { ParleyError } from '../../../platform/errors';
import type { ConditionalWrite } from '../../../platform/table-writes';
import { release } from '../../limits/places';
import { DocumentEntity } from './entity';
import type { StoredDocument } from './stored-document';

type Placed = Pick<StoredDocument, 'accountId' | 'botId' | 'documentId' | 'replaces'>;

/**
 * Gives back what a document took when it was announced, in the transaction that ends it: its place in the plan, or,
 * where it is a new version of another, the promise of that one's place.
 */
export function giveBack({ accountId, botId, documentId, replaces }: Placed): ConditionalWrite {
  if (replaces === undefined) return release(AccountId.parse(accountId), 'documents');
  return {
    write: DocumentEntity.build(UpdateTransaction)
      .item({ accountId, botId, documentId: replaces, replacement: $remove() })
      .options({ condition: { attr: 'replacement', eq: documentId } }),
    // The other was deleted meanwhile, and left its place in the plan to this one.
    refused: () => new DocumentChanged(),
  };
}

/**
 * Promises a document's place to a new version of it: one at a time, and only of what answers. The new version has
 * taken over what was said of the other when that was read: said anew since, it is read again.
 */
export function promise(
  { accountId, botId, documentId }: Placed,
  replaced: StoredDocument,
): ConditionalWrite {
  if (replaced.status !== 'success' || replaced.replacement !== undefined)
    throw new ParleyError('document.not_replaceable');
  return {
    write: DocumentEntity.build(UpdateTransaction)
      .item({ accountId, botId, documentId: replaced.documentId, replacement: documentId })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'success' },
            { attr: 'replacement', exists: false },
            { attr: 'updatedAt', eq: replaced.updatedAt },
          ],
        },
      }),
    refused: () => new DocumentChanged(),
  };
}

/** The document was published, failed or replaced between its reading and a write: read again. */
export class DocumentChanged extends Error {}

/** Reads a document and writes by what was read, again when it has changed in between. */
export async function asItIs<RESULT>(work: () => Promise<RESULT>): Promise<RESULT> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DocumentChanged) || attempt === 5) throw error;
    }
  }
}
