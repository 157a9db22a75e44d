import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import type { Clock } from '#platform/clock';
import { isConditionFailure } from '#platform/table-writes';
import { AnswerLeaseEntity } from './entity';
import type { ConversationRef } from './messages';

/** How long a function that was killed keeps others from answering. Its heart beats three times as often. */
const LEASE_MILLISECONDS = 15_000;
const HEARTBEAT_MILLISECONDS = 5_000;

export interface Lease {
  /** Aborts when the lease was lost: someone else writes answers now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the right to write answers in a conversation, or gives null while someone else has it. `deadOwner` is
 * one that is known to have died: its lease needs no waiting.
 */
export async function acquireLease(
  clock: Clock,
  ref: ConversationRef,
  { owner, deadOwner }: { readonly owner: string; readonly deadOwner?: string | undefined },
): Promise<Lease | null> {
  if (!(await take(clock, ref, [owner, ...(deadOwner === undefined ? [] : [deadOwner])], owner))) return null;
  const lost = new AbortController();
  let beating = Promise.resolve();
  const heart = setInterval(() => {
    beating = beat();
  }, HEARTBEAT_MILLISECONDS);
  async function beat(): Promise<void> {
    try {
      if (!(await take(clock, ref, [owner], owner))) lost.abort(new Error('The answer lease was lost.'));
    } catch {
      // One beat may fail; when all do, the lease ends and the next beat that works finds it lost.
    }
  }
  return {
    lost: lost.signal,
    async release() {
      clearInterval(heart);
      // A beat under way would take again what is given back here.
      await beating;
      await giveBack(ref, owner);
    },
  };
}

async function take(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  from: readonly string[],
  owner: string,
): Promise<boolean> {
  const now = clock().getTime();
  try {
    await AnswerLeaseEntity.build(PutItemCommand)
      .item({ accountId, conversationId, owner, until: now + LEASE_MILLISECONDS })
      .options({
        condition: {
          or: [
            { attr: 'owner', exists: false },
            { attr: 'until', lt: now },
            ...from.map((known) => ({ attr: 'owner', eq: known }) as const),
          ],
        },
      })
      .send();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

async function giveBack({ accountId, conversationId }: ConversationRef, owner: string): Promise<void> {
  try {
    await AnswerLeaseEntity.build(DeleteItemCommand)
      .key({ accountId, conversationId })
      .options({ condition: { attr: 'owner', eq: owner } })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
