import { isDeepStrictEqual } from 'node:util';
import { epochSeconds } from '#platform/clock';
import { getItems } from '#platform/plain-items';
import { type StoredItem, scanItems } from '#platform/table-backups';

/** Made anew by what reads the documents, or gone with the connection or the minute that they were of. */
const NOT_RESTORED: ReadonlySet<unknown> = new Set([
  'Segment',
  'SegmentDocuments',
  'Manifest',
  'Merge',
  'Connection',
  'Listener',
  'SocketTicket',
  'RateCounter',
  'AnswerLease',
  'WaitingCall',
  // What was deleted on purpose stays with its owner, who can restore it or wait for its end.
  'DeletedBot',
  'BotPurge',
]);

/** What BatchGetItem takes. */
const AT_ONCE = 100;

/** An item as it was, and as it is; `current` is undefined of what is gone. */
export interface FoundItem {
  readonly former: StoredItem;
  readonly current: StoredItem | undefined;
}

/**
 * What differs between a table as it was, restored beside it, and the table as it is: what is gone and what changed.
 * What came since is not among it: it stays. Leaves out what is made anew, and what has expired.
 */
export async function* differencesFrom(
  restored: string,
  { accountId, now }: { readonly accountId?: string | undefined; readonly now: Date },
): AsyncGenerator<FoundItem> {
  for await (const page of scanItems(restored, accountId)) {
    const wanted = page.filter((item) => !NOT_RESTORED.has(item.entity) && !isExpired(item, now));
    for (let first = 0; first < wanted.length; first += AT_ONCE) {
      const chunk = wanted.slice(first, first + AT_ONCE);
      const found = new Map(
        (
          (await getItems(
            chunk.map(({ pk, sk }) => ({ pk, sk })),
            { consistent: true },
          )) as StoredItem[]
        ).map((item) => [nameOf(item), item]),
      );
      for (const item of chunk) {
        const current = found.get(nameOf(item));
        if (!isDeepStrictEqual(item, current)) yield { former: item, current };
      }
    }
  }
}

function nameOf({ pk, sk }: StoredItem): string {
  return `${pk}\n${sk}`;
}

function isExpired({ expiresAt }: StoredItem, now: Date): boolean {
  return typeof expiresAt === 'number' && expiresAt <= epochSeconds(now);
}
