import type { DocumentId } from '../../../../functions/contract/ids';
import { deleteDocument } from './api/delete-document';

const AT_ONCE = 4;

export interface Deletion {
  readonly deleted: readonly DocumentId[];
  readonly failed: readonly DocumentId[];
}

/** Deletes documents, a few at once; one that fails stops none of the others. */
export async function deleteDocuments(
  botId: string,
  ids: readonly DocumentId[],
  remove: (botId: string, id: DocumentId) => Promise<void> = deleteDocument,
): Promise<Deletion> {
  const waiting = [...ids];
  const [deleted, failed]: DocumentId[][] = [[], []];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const done = await remove(botId, id).then(
        () => true,
        () => false,
      );
      (done ? deleted : failed)?.push(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { deleted: deleted ?? [], failed: failed ?? [] };
}
