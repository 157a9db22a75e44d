import { $remove, $set, UpdateItemCommand } from 'dynamodb-toolbox';
import type { Clock } from '#platform/clock';
import { ifHolds } from '#platform/table-writes';
import { ConversationEntity, parseMessageId, type StoredConversation } from './entity';
import type { ConversationRef } from './messages';

/** How long a function that was killed keeps others from answering. Its heart beats three times as often. */
const LEASE_MILLISECONDS = 15_000;
const HEARTBEAT_MILLISECONDS = 5_000;
/** And one that is given with a message: its function may never have been asked to begin. */
const GIVEN_MILLISECONDS = 10_000;

type Turn = NonNullable<StoredConversation['turn']>;
type Head = Pick<StoredConversation, 'turn' | 'answeredThrough'>;

export interface Lease {
  /** Aborts when the lease was lost: someone else writes answers now. */
  readonly lost: AbortSignal;
  /** With `isAnswered` it has ended by itself: the message that it was for has its answer. */
  release(options?: { readonly isAnswered?: boolean }): Promise<void>;
}

/**
 * The turn of a new message's function, to be written with the message; undefined while somebody else has it, who looks
 * for further messages at its end.
 */
export function turnFor(head: Head, owner: string, through: number, now: Date): Turn | undefined {
  const { turn } = head;
  const isFree = !turn || turn.until < now.getTime() || turn.through <= sequenceOf(head.answeredThrough);
  return isFree ? { owner, until: now.getTime() + GIVEN_MILLISECONDS, through } : undefined;
}

/**
 * Takes the right to write answers in a conversation, or gives null while someone else has it. It lies in the
 * conversation's head, where a message's own function mostly has it with the message; it ends with the answer to `asked`,
 * or as `release` says. `deadOwner` is one that is known to have died: its lease needs no waiting.
 */
export async function acquireLease(
  clock: Clock,
  ref: ConversationRef,
  { owner, deadOwner }: { readonly owner: string; readonly deadOwner?: string | undefined },
  waiting?: { readonly conversation: Head; readonly asked: { readonly messageId: string } },
): Promise<Lease | null> {
  const through = waiting ? sequenceOf(waiting.asked.messageId) : Number.MAX_SAFE_INTEGER;
  const answered = sequenceOf(waiting?.conversation.answeredThrough);
  const turn = waiting?.conversation.turn;
  const left = (turn?.until ?? 0) - clock().getTime();
  const isOwn = turn?.owner === owner && turn.through >= through && left > 0;
  const known = [owner, ...(deadOwner === undefined ? [] : [deadOwner])];
  if (!isOwn && !(await take(clock, ref, { owner, through, known, answered }))) return null;
  const lost = new AbortController();
  let beating = Promise.resolve();
  const heart = setInterval(() => {
    beating = beat();
  }, HEARTBEAT_MILLISECONDS);
  // Of a function that took long to begin.
  if (isOwn && left < 1.5 * HEARTBEAT_MILLISECONDS) beating = beat();
  async function beat(): Promise<void> {
    try {
      if (!(await take(clock, ref, { owner, through, known: [owner], answered: -1 })))
        lost.abort(new Error('The answer lease was lost.'));
    } catch {
      // One beat may fail; when all do, the lease ends and the next beat that works finds it lost.
    }
  }
  return {
    lost: lost.signal,
    async release({ isAnswered = false } = {}) {
      clearInterval(heart);
      // A beat under way would take again what is given back here.
      await beating;
      if (!isAnswered) await giveBack(ref, owner);
    },
  };
}

async function take(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  {
    owner,
    through,
    known,
    answered,
  }: {
    readonly owner: string;
    readonly through: number;
    readonly known: readonly string[];
    readonly answered: number;
  },
): Promise<boolean> {
  const now = clock().getTime();
  return ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({
        accountId,
        conversationId,
        turn: $set({ owner, until: now + LEASE_MILLISECONDS, through }),
      })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            {
              or: [
                { attr: 'turn', exists: false },
                { attr: 'turn.until', lt: now },
                { attr: 'turn.through', lte: answered },
                ...known.map((each) => ({ attr: 'turn.owner', eq: each }) as const),
              ],
            },
          ],
        },
      })
      .send(),
  );
}

async function giveBack({ accountId, conversationId }: ConversationRef, owner: string): Promise<void> {
  await ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, turn: $remove() })
      .options({ condition: { attr: 'turn.owner', eq: owner } })
      .send(),
  );
}

/** The number of a message by its id; 0 of none. */
function sequenceOf(messageId: string | undefined): number {
  return (messageId !== undefined && parseMessageId(messageId)?.sequence) || 0;
}
