import { shareOfAddress, shareOfNetwork } from '#contract/accounts/limits';
import { AccountId, BotId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { Email } from '#contract/base/text';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { SendMessage } from '#contract/conversations/widget';
import { isFull, withOneMoreMessage } from '#core/accounts/limits/conversation-messages';
import { countInOrder, countSampled, limitPart, perMinute } from '#core/accounts/limits/rate-limit';
import type { Asker } from '#core/retrieval/ports';
import type { Clock } from '#platform/clock';
import { findBot } from '../bots/bots';
import type { StoredBot } from '../bots/stored-bot';
import { mayGoOn } from './abandoned';
import { activateConversation } from './activate-conversation';
import { appendTo } from './append-message';
import { configAskedOf } from './asked-bot';
import { arrivedFile } from './attachments';
import type { StoredConversation, StoredMessage } from './entity';
import { askedField, type TurnChanges } from './flow-turn';
import { masked } from './mask';
import { type ConversationRef, latestMessages, loadWithMessages } from './messages';
import { withinPace } from './pace';
import { visitorOriginOf } from './visitor-origin';
import { movedTo } from './visitor-page';

/** Messages a minute, more than a bot's visitors together write. */
const PER_BOT = 900;
/**
 * Of all bots of an account. Each holds an answer function for some three seconds: 20 a second are 60 of the 200 that
 * a stage reserves for answers, so that no tenant keeps the visitors of others waiting.
 */
export const MESSAGES_PER_ACCOUNT = 1_200;
/**
 * One message in so many is counted, for as many: all these bounds are of a hundred and more, and each count costs a write
 * for which a visitor waits. What is taken is off by a third of an address's share, and a tenth of an account's.
 */
const SAMPLED = 10;

export interface AcceptOptions {
  /** False: the caller answers it itself, and no sweep is to. What was said in the past is overdue from its beginning. */
  readonly isListed?: boolean;
  /** Is asked before a message that was taken before is told again. */
  readonly repeated?: () => Promise<void>;
  /** The function that answers it, if nobody is at the conversation. */
  readonly owner?: string;
  /** What its visitor's socket says of them. */
  readonly sender?: Sender;
}

export interface Sender {
  readonly botId?: string | undefined;
  readonly networks?: readonly string[] | undefined;
}

/** A message that was taken, with what answering it goes by. */
export interface Accepted {
  readonly message: StoredMessage;
  /** Undefined of one that was taken before. */
  readonly known?: Known;
}

/** What was read of a conversation as its message was stored. */
export interface Known {
  readonly conversation: StoredConversation;
  /** Its last messages, oldest first. */
  readonly recent: readonly StoredMessage[];
  readonly bot: StoredBot | null;
  readonly asker: Asker | undefined;
}

/** Messages of a conversation that are looked through for a resend, and that answering goes by. */
export const RECENT = 25;

/**
 * Stores a visitor's message, once: the same client id again gives the message as it was stored before,
 * whatever its text is now.
 */
export async function acceptMessage(
  clock: Clock,
  ref: ConversationRef,
  input: SendMessage,
  options: AcceptOptions = {},
): Promise<StoredMessage> {
  return (await accept(clock, ref, input, options)).message;
}

/**
 * The same, with what was read for it. A resend is found among the last messages: these are all there are when the
 * message's transaction takes the next number, so that of two at once one finds the other.
 */
export async function accept(
  clock: Clock,
  ref: ConversationRef,
  { id, text, reply, attachment, page }: SendMessage,
  { isListed = true, repeated, owner, sender = {} }: AcceptOptions = {},
): Promise<Accepted> {
  const { accountId } = ref;
  const [loaded, asked] = await Promise.all([
    loadWithMessages(ref, RECENT),
    sender.botId === undefined ? undefined : botOf({ accountId, botId: sender.botId }),
  ]);
  let { conversation, recent } = loaded;
  const assertNew = () => {
    const before = recent.find((known) => known.author === 'visitor' && known.clientMessageId === id);
    if (before) throw new SentBefore(before);
  };
  try {
    assertNew();
    const bot = asked ?? (await botOf(conversation));
    const config = configAskedOf(bot, conversation);
    withinPace(conversation, clock());
    const [file, asker] = await Promise.all([
      attachment === undefined ? undefined : arrivedFile(clock, ref, attachment),
      admitMessage(clock, conversation, sender),
    ]);
    if (mayGoOn(conversation)) conversation = await activateConversation(clock, conversation);
    const appended = await appendTo(
      ref,
      {
        author: 'visitor',
        text: masked(text, config, {
          language: conversation.language,
          asked: askedField(config.flow, conversation.flowState),
        }),
        createdAt: clock().toISOString(),
        clientMessageId: id,
        ...(reply && { reply }),
        ...(file && { attachment: file.attachment }),
      },
      async (messageId, current) => {
        const last = recent.at(-1)?.messageId;
        if (current.lastSequence > 0 && last !== messageIdOf(ref.conversationId, current.lastSequence)) {
          recent = await latestMessages(ref, { limit: RECENT });
          assertNew();
        }
        return {
          isListed,
          // To a person they may write on: no model is paid for it.
          conversation: {
            pace: withinPace(current, clock()),
            ...(owner !== undefined && { answerer: { owner, now: clock() } }),
            ...movedTo(current, page),
            ...(isWithPerson(current.status)
              ? { changes: addressAskedOf(current, text) }
              : { visitorMessages: await withOneMoreMessage(current, clock()) }),
          },
          writes: file ? [file.keep(messageId)] : [],
        };
      },
      conversation,
    );
    const { message } = appended;
    return {
      message,
      known: { conversation: appended.conversation, recent: [...recent, message], bot, asker },
    };
  } catch (error) {
    if (!(error instanceof SentBefore)) throw error;
    await repeated?.();
    return { message: error.before };
  }
}

/**
 * Counts a message: for those at its visitor's address, for its bot and then for its account. What one refuses is not counted at the next, so that who has
 * come to a limit uses up nothing of what others have. Neither is what a full conversation takes no more. Gives who they are.
 */
async function admitMessage(
  clock: Clock,
  conversation: StoredConversation,
  sender: Sender,
): Promise<Asker | undefined> {
  const { accountId, botId, status } = conversation;
  if (!isWithPerson(status) && (await isFull(conversation, clock()))) return undefined;
  const asker = await visitorOriginOf(conversation, sender.networks);
  const wider = asker?.wider ?? [];
  const share = (id: string, times: number) => ({
    ...perMinute(`ASKER_MESSAGES#${accountId}#${id}`, times),
    sampled: SAMPLED,
  });
  await countInOrder(clock, [
    ...(asker ? [share(asker.id, shareOfAddress(PER_BOT))] : []),
    ...wider.map((id, width) => share(id, shareOfNetwork(PER_BOT, width))),
  ]);
  const part = { name: botId, perMinute: PER_BOT };
  await countSampled(clock, `MESSAGES#${accountId}#${botId}`, SAMPLED, () =>
    limitPart(clock, `MESSAGES#${accountId}`, MESSAGES_PER_ACCOUNT, part, SAMPLED),
  );
  return asker;
}

function addressAskedOf({ asksAddress, visitorEmail }: StoredConversation, text: string): TurnChanges {
  return asksAddress && visitorEmail === undefined ? addressIn(text) : {};
}

/** The only address in a text; of two nobody can tell which is theirs. */
function addressIn(text: string): TurnChanges {
  const found = text.match(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+[^\s<>()[\]"',;:.!?]/g) ?? [];
  const { data } = Email().safeParse(found[0]);
  return found.length === 1 && data !== undefined ? { visitorEmail: data, providedContact: true } : {};
}

class SentBefore extends Error {
  constructor(readonly before: StoredMessage) {
    super('The message was taken before.');
  }
}

function botOf({
  accountId,
  botId,
}: Pick<StoredConversation, 'accountId' | 'botId'>): Promise<StoredBot | null> {
  return findBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
}
