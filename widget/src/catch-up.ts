import type { ErrorCode } from '#contract/base/errors';
import type { MessageList } from '#contract/conversations/widget';
import type { ApiError } from './api';
import type { ChatState, Options } from './chat-state';
import type { Delivery, Line } from './delivery';
import type { Transcript } from './transcript';

const ANSWER_TIMEOUT = 60_000;
const POLL_INTERVAL = 3_000;

/** Of what may go well the next time; null: no answer came. */
const PASSING_CODES: readonly (ErrorCode | null)[] = [null, 'server.unavailable', 'request.rate_limited'];

/**
 * Fetches what no socket told. While a person answers, no answer is waited for; where sockets are blocked their
 * messages are polled for.
 */
export function createCatchUp(
  chat: ChatState,
  { signal }: Options,
  { pendingAnswers, merge, applyState, answerTo }: Transcript,
  { fail }: Delivery,
  { usesHttp, call }: Line,
) {
  let syncing: Promise<void> | null = null;
  /** What was said meanwhile could not be fetched. */
  let isBehind = false;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  /** By one call at a time. */
  function catchUp(): Promise<void> {
    syncing ??= sync().finally(() => {
      syncing = null;
    });
    return syncing;
  }

  async function sync(): Promise<void> {
    if (!chat.token) return;
    try {
      // From before the oldest message that waits, since its answer's id may lie before later messages' ids.
      const [oldest = chat.lastId] = [...pendingAnswers.keys()].sort();
      const { items, state } = await call<MessageList>('GET', `messages${oldest ? `?after=${oldest}` : ''}`);
      isBehind = false;
      merge(items);
      applyState(state);
    } catch (error) {
      // The next round asks again, where it may be answered otherwise.
      isBehind = PASSING_CODES.includes((error as ApiError).code);
      poll();
    }
  }

  /** Over HTTP always, beside a socket when an answer is overdue or a fetch failed: brings what was written meanwhile. */
  function poll(): void {
    clearTimeout(pollTimer);
    const waits = pendingAnswers.size > 0 || isBehind || (usesHttp() && chat.isWithPerson);
    if (signal.aborted || !waits) return;
    pollTimer = setTimeout(async () => {
      const overdue = [...pendingAnswers.values()].some((since) => Date.now() - since > ANSWER_TIMEOUT / 4);
      if (usesHttp() || overdue || isBehind) await catchUp();
      for (const [messageId, since] of pendingAnswers)
        if (Date.now() - since >= ANSWER_TIMEOUT) giveUp(messageId, 'server.unavailable');
      poll();
    }, POLL_INTERVAL);
  }

  /** No answer comes any more. */
  function giveUp(messageId: string, code: ErrorCode): void {
    pendingAnswers.delete(messageId);
    poll();
    fail(answerTo(messageId), code);
  }

  return {
    catchUp,
    poll,
    giveUp,
    leave() {
      syncing = null;
      isBehind = false;
    },
  };
}
