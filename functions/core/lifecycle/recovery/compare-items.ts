import { isDeepStrictEqual } from 'node:util';
import { RESTORED_AT } from '#core/base/events/restored-mark';
import { epochSeconds } from '#platform/clock';
import { nameOf, readByName } from '#platform/raw-table';
import { type StoredItem, scanItems } from '#platform/table-backups';
import { removedSince } from './guards';
import { type Chosen, choiceOf } from './kinds';

/** Made anew by what reads the documents, or gone with the connection or the minute that they were of. */
export const NOT_RESTORED: ReadonlySet<unknown> = new Set([
  'Segment',
  'SegmentDocuments',
  'Manifest',
  'Merge',
  'Connection',
  'Listener',
  'SocketTicket',
  'SessionProof',
  'RateCounter',
  'WaitingCall',
  'Tombstone',
  // The words of many conversations, also of those that were erased since: made anew of what comes back.
  'ConversationWords',
  'PackedWords',
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
  /** Whether it may come back: `removed` on purpose since then, or `unnamed` though it is of a kind that must be named. */
  readonly standing: 'open' | 'removed' | 'unnamed';
}

export interface Comparison extends Chosen {
  readonly accountId?: string | undefined;
  /** The time that the restored table is of. */
  readonly at: Date;
  readonly now: Date;
  /** Parts of the table that are read at the same time. */
  readonly segments: number;
}

/**
 * What differs between a table as it was, restored beside it, and the table as it is: what is gone and what changed.
 * What came since is not among it: it stays. Leaves out what is made anew, and what has expired.
 */
export async function* differencesFrom(restored: string, comparison: Comparison): AsyncGenerator<FoundItem> {
  for await (const page of scanItems(restored, comparison)) {
    const wanted = page.filter(
      (item) =>
        !NOT_RESTORED.has(item.entity) &&
        !isExpired(item, comparison.now) &&
        choiceOf(String(item.entity), comparison) !== 'other',
    );
    for (let first = 0; first < wanted.length; first += AT_ONCE)
      yield* differences(wanted.slice(first, first + AT_ONCE), comparison);
  }
}

async function* differences(formers: readonly StoredItem[], comparison: Comparison) {
  const currents = await readByName(formers);
  const differing = formers.filter(
    (former) => !isDeepStrictEqual(former, withoutMark(currents.get(nameOf(former)))),
  );
  const removed = await removedSince(differing.map((item) => ({ item, at: comparison.at })));
  for (const former of differing) {
    const isUnnamed = choiceOf(String(former.entity), comparison) === 'unnamed';
    yield {
      former,
      current: currents.get(nameOf(former)),
      standing: removed.has(former) ? 'removed' : isUnnamed ? 'unnamed' : 'open',
    } as const;
  }
}

function withoutMark(item: StoredItem | undefined): StoredItem | undefined {
  if (!item || !(RESTORED_AT in item)) return item;
  const { [RESTORED_AT]: _, ...rest } = item;
  return rest as StoredItem;
}

function isExpired({ expiresAt }: StoredItem, now: Date): boolean {
  return typeof expiresAt === 'number' && expiresAt <= epochSeconds(now);
}
