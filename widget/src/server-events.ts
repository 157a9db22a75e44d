import type { Message } from '#contract/conversations/conversations';
import type { ServerEvent } from '#contract/socket';
import type { createCatchUp } from './catch-up';
import type { ChatState, Options } from './chat-state';
import type { Delivery } from './delivery';
import { unsent } from './entry';
import { advance, isForPerson } from './progress';
import type { Transcript } from './transcript';

/** How long a word holds that an agent writes. */
const TYPING_HOLDS = 20_000;

/**
 * What the server tells a socket. `answer.delta` carries the offset at which its text belongs; a piece that does not fit
 * is dropped, since `answer.done` brings the whole. An answer to what was asked in another tab is fetched with its
 * question.
 */
export function createReceiver(
  chat: ChatState,
  { onChange }: Options,
  { merge, applyState, answerTo, hasMessage }: Transcript,
  { flush, settle, refuse, fail }: Delivery,
  { catchUp, giveUp }: ReturnType<typeof createCatchUp>,
) {
  let writerTimer: ReturnType<typeof setTimeout> | undefined;

  function receive(event: ServerEvent): void {
    switch (event.type) {
      case 'message.accepted':
        settle();
        merge([event.message]);
        flush();
        break;
      case 'answer.delta': {
        // A person took over: the rest of the answer does not come.
        if (isElsewhere(event.inReplyTo) || isForPerson(chat, event.inReplyTo)) break;
        const entry = answerTo(event.inReplyTo);
        // Pieces that came before this socket did are missing here: the whole comes with answer.done.
        if (entry.status === 'writing' && event.offset === entry.text.length) entry.text += event.text;
        advance(chat, event.inReplyTo, 'delivered');
        break;
      }
      case 'answer.done':
        take(event.message, hasMessage(event.inReplyTo));
        break;
      case 'answer.failed':
        if (!isElsewhere(event.inReplyTo)) giveUp(event.inReplyTo, event.code);
        break;
      case 'message.added':
        // Before it there may be what they wrote to a person in another tab: ids have no gaps. Where nothing was read
        // yet it is new alone.
        take(event.message, !chat.lastId || +event.message.id.slice(-6) <= +chat.lastId.slice(-6) + 1);
        if (event.message.author === 'agent') setWriter(null);
        break;
      case 'agent.typing':
        if (event.conversationId !== chat.grant?.conversationId) return;
        setWriter(event.name);
        break;
      case 'conversation.state':
        if (event.conversationId === chat.grant?.conversationId) applyState(event.state);
        break;
      case 'error': {
        settle();
        const entry = chat.entries.find(({ key }) => key === event.id) ?? unsent(chat);
        const drop = () => fail(entry, event.code);
        if (!refuse(event.code, drop)) drop();
        break;
      }
      default:
        return;
    }
    onChange();
  }

  /** At once, or behind what has to be fetched before it. */
  function take(message: Message, isNext: boolean): void {
    if (isNext) merge([message]);
    else void catchUp().then(() => merge([message]));
  }

  function setWriter(name: string | null): void {
    clearTimeout(writerTimer);
    chat.writer = name;
    if (name !== null)
      writerTimer = setTimeout(() => {
        setWriter(null);
        onChange();
      }, TYPING_HOLDS);
  }

  /** Of an answer to what was asked in another tab: the question is fetched, and the answer waits for it. */
  function isElsewhere(messageId: string): boolean {
    if (hasMessage(messageId)) return false;
    void catchUp();
    return true;
  }

  return { receive, setWriter };
}
