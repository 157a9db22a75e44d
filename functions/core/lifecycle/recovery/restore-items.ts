import { RESTORED_AT } from '#core/base/events/restored-mark';
import { putItem } from '#platform/raw-table';
import type { StoredItem } from '#platform/table-backups';
import { ifHolds } from '#platform/table-writes';
import type { FoundItem } from './compare-items';

/**
 * Writes an item as it was, if nobody has changed it since it was compared. False where somebody has. A document comes
 * back as one that failed by our fault: its index is made anew by a retry (`restore-documents.ts`). Each is marked, so
 * that no event follows from it.
 */
export async function restoreItem(
  { former, current }: Pick<FoundItem, 'former' | 'current'>,
  now: Date,
): Promise<boolean> {
  return ifHolds(
    putItem(
      {
        ...(former.entity === 'Document' ? failed(former) : former),
        [RESTORED_AT]: now.toISOString(),
      },
      current ? isStill(current) : IS_GONE,
    ),
  );
}

const IS_GONE = { ConditionExpression: 'attribute_not_exists(pk)' };

/** The condition that an item is as it was read: all of its attributes, since few entities have a version. */
function isStill(item: StoredItem) {
  const attributes = Object.entries(item);
  return {
    ConditionExpression: attributes.map((_, place) => `#a${place} = :a${place}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], place) => [`#a${place}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      attributes.map(([, value], place) => [`:a${place}`, value]),
    ),
  };
}

function failed(document: StoredItem): StoredItem {
  if (document.status === 'failed') return document;
  const { leasedTo: _, leasedUntil: __, replacement: ___, ...kept } = document;
  return { ...kept, status: 'failed', failureReason: 'internal' } as unknown as StoredItem;
}
