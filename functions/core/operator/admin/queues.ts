import type { DeadLetter, DeadLetterQueue, RedriveMessages } from '#contract/operator/admin';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import {
  countMessages,
  knownDeadLetterQueues,
  redriveDeadLetters,
  showDeadLetters,
} from '#platform/dead-letters';
import { ParleyError } from '#platform/errors';
import { writeLog } from './log';

/** Messages that are shown of a queue, and how much of each. */
const SHOWN = 20;
const BODY_LENGTH = 8_000;
/** Messages that one call sends back at most, and the time that it leaves for its answer. */
const SENT_AT_ONCE = 200;
const LEFT_MS = 6_000;

/** Queues of what failed for good, and how many messages are in each. */
export async function listDeadLetterQueues(): Promise<{ items: DeadLetterQueue[] }> {
  const items = await Promise.all(
    knownDeadLetterQueues().map(async ({ name, url, source }) => {
      const [messages, waiting] = await Promise.all([countMessages(url), countMessages(source)]);
      return { name, messages, waiting };
    }),
  );
  return { items };
}

/** Some messages of a queue, the oldest first. They stay there; for two minutes they may be out of sight of another. */
export async function listDeadLetters(name: string): Promise<{ items: DeadLetter[] }> {
  const letters = await showDeadLetters(queueOf(name), SHOWN);
  return {
    items: letters.map(({ sentAt, body, ...letter }) => ({
      ...letter,
      sentAt: sentAt.toISOString(),
      body: body.slice(0, BODY_LENGTH),
    })),
  };
}

/** Sends messages back to where they came from: those with these ids, or as many as the call bears. */
export async function redriveQueue(
  { clock, remainingTime }: { readonly clock: Clock; remainingTime(): number },
  actor: Actor,
  name: string,
  { ids }: RedriveMessages,
): Promise<{ sent: number }> {
  const queue = queueOf(name);
  const chosen = ids && new Set(ids);
  const sent = await redriveDeadLetters(
    queue,
    chosen,
    (already) => already < SENT_AT_ONCE && remainingTime() > LEFT_MS,
  );
  if (sent > 0)
    await writeLog(clock, actor, {
      action: 'messages_redriven',
      subject: { id: name, name },
      note: String(sent),
    });
  return { sent };
}

function queueOf(name: string) {
  const found = knownDeadLetterQueues().find((queue) => queue.name === name);
  if (!found) throw new ParleyError('admin.queue_not_found');
  return found;
}
