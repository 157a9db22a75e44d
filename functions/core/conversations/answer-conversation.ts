import type { Language } from '#contract/accounts/profile';
import type { AnswerRecord } from '#contract/answers/answer-record';
import { AccountId, BotId, MessageId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import type { BotConfig } from '#contract/bots/bot-config';
import { broadcast, listenersOf, reach, sendTo } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { isPromptInjection } from '#core/quoting/instructions';
import type { Clock } from '#platform/clock';
import { logger } from '#platform/logger';
import { countAnswer, countOnStage } from '#platform/metrics';
import type { Sockets } from '#platform/sockets';
import { type TracedStep, traceSteps } from '#platform/trace';
import {
  type Answerer,
  type AnsweringBot,
  type Question,
  questionTo,
  type WrittenAnswer,
} from '../answers/answerer';
import type { Turn } from '../answers/prompt';
import { type BotRef, findBot } from '../bots/bots';
import type { StoredBot } from '../bots/stored-bot';
import { type Known, RECENT } from './accept-message';
import { answeringConfig } from './asked-bot';
import { createDeltaStream } from './delta-stream';
import { parseMessageId, type StoredConversation, type StoredMessage } from './entity';
import { escalationAnswer } from './escalation-answer';
import { escalationOf, failureEscalates } from './escalation-triggers';
import { takeTurn } from './flow-turn';
import { acquireLease } from './lease';
import { type ConversationRef, latestMessages, loadWithMessages, messagesAfter } from './messages';
import { answerDone, type BotAnswer, storeAnswer, storeFailure } from './stored-answers';
import { visitorOriginOf } from './visitor-origin';

export interface AnswerDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
  readonly answerer: Answerer;
}

/** One function's attempt to answer what waits in a conversation. */
export interface AnswerRun {
  /** Names the function's invocation. */
  readonly owner: string;
  /** An invocation that died at this conversation. */
  readonly deadOwner?: string;
  /** `generate` asks the model as long as there is time for it; `quote` leaves it alone. */
  readonly mode: 'generate' | 'quote';
  /** What was read as the message was stored, where this run has the turn since. */
  readonly known?: Known;
  /** When this function was asked to answer a message. */
  readonly queued?: { readonly messageId: string; readonly at: number };
  /** When the model has to be done; later, quotes are sent. */
  readonly modelDeadline?: AbortSignal;
  /** The last message to answer: what was stored after it is left to others. */
  readonly through?: string;
  /** Milliseconds until the function is stopped. */
  remainingTime(): number;
}

/** Messages of the conversation that the model is shown. */
const HISTORY = 10;

/** Milliseconds that answering one more message may take; with less left it isn't begun, but in a quicker way. */
export const ENOUGH_TIME = { generate: 12_000, quote: 2_000 } as const;

/** How a run ended: `busy`, another is at it; or with a message that still waits, for want of time or after its last. */
export type AnswerOutcome = 'done' | 'busy' | { readonly waiting: MessageId };

/**
 * Answers the waiting messages of a conversation in their order. One function at a time does this. `busy` means that
 * another function holds the lease: it looks again after its answer, which ends the lease, so a message that was stored
 * before this call is answered by one of the two. If a message still waits, the caller must have it answered: the
 * function of that message may have found the lease taken.
 */
export async function answerConversation(
  deps: AnswerDeps,
  ref: ConversationRef,
  run: AnswerRun,
): Promise<AnswerOutcome> {
  let next = (run.known && waitingIn(run.known)) ?? (await nextWaiting(ref));
  while (next) {
    const mode = modeFor(next, run);
    if (!mode) return { waiting: MessageId.parse(next.asked.messageId) };
    const lease = await acquireLease(deps.clock, ref, run, next);
    if (!lease) return 'busy';
    let came: Outcome = 'failed';
    try {
      came = await answerOne(deps, ref, next, { ...run, mode }, lease.lost);
    } finally {
      await lease.release({ isAnswered: came !== 'failed' });
    }
    // What is stored after the answer has a turn of its own: it finds this one's over.
    if (came === 'last') return 'done';
    next = await nextWaiting(ref);
  }
  return 'done';
}

/** By what was read as the message was stored, while this run has the turn: nobody else answers meanwhile. */
function waitingIn({ conversation, recent, bot, asker }: Known): Waiting | undefined {
  const isAll = recent[0]?.messageId === messageIdOf(conversation.conversationId, 1);
  const { answeredThrough = '' } = conversation;
  if (!isAll && (recent[0]?.messageId ?? '') > answeredThrough) return undefined;
  const asked = recent.find((message) => isWaiting(message, answeredThrough));
  if (!asked) return undefined;
  const before = recent.filter(({ messageId }) => messageId < asked.messageId);
  if (!isAll && before.length < HISTORY) return undefined;
  return { asked, history: before.slice(-HISTORY), before, conversation, read: { bot, asker } };
}

/** How to answer this message in the time that is left; undefined where there is none, or it is not to be answered. */
function modeFor(
  { asked }: Waiting,
  { mode, through, remainingTime }: AnswerRun,
): AnswerRun['mode'] | undefined {
  if (through !== undefined && asked.messageId > through) return undefined;
  const time = remainingTime();
  if (mode === 'generate' && time >= ENOUGH_TIME.generate) return 'generate';
  return time >= ENOUGH_TIME.quote ? 'quote' : undefined;
}

/** A visitor's message without an answer, and what is to be known to give one. */
interface Waiting {
  readonly asked: StoredMessage;
  /** What was said before, oldest first. */
  readonly history: readonly StoredMessage[];
  /** The same, as far back as there is need to judge whether a person is to answer. */
  readonly before: readonly StoredMessage[];
  readonly conversation: StoredConversation;
  /** Else read when it is answered. */
  readonly read?: Pick<Known, 'bot' | 'asker'>;
}

/** The first message of the visitor that has neither an answer nor failed. */
export async function nextWaiting(ref: ConversationRef): Promise<Waiting | undefined> {
  const { conversation, recent } = await loadWithMessages(ref, RECENT);
  const { answeredThrough } = conversation;
  const isAll = recent.length < RECENT;
  const reachesBack =
    isAll || (answeredThrough !== undefined && (recent[0]?.messageId ?? '') <= answeredThrough);
  const later = reachesBack ? recent : await messagesAfter(ref, answeredThrough);
  const asked = later.find((message) => isWaiting(message, answeredThrough));
  if (!asked) return undefined;
  const before = recent.filter(({ messageId }) => messageId < asked.messageId);
  const history =
    isAll || before.length >= HISTORY
      ? before.slice(-HISTORY)
      : await latestMessages(ref, { limit: HISTORY, before: asked.messageId });
  return { asked, history, before, conversation };
}

function isWaiting(
  { messageId, author, answeredBy, failure }: StoredMessage,
  answeredThrough: string | undefined,
): boolean {
  const isLater = answeredThrough === undefined || messageId > answeredThrough;
  return isLater && author === 'visitor' && answeredBy === undefined && failure === undefined;
}

/** What came of a message: an answer, by whomever, which is the conversation's `last` where no other message came before. */
type Outcome = 'answered' | 'last' | 'failed';

async function answerOne(
  deps: AnswerDeps,
  ref: ConversationRef,
  { asked, history, before, conversation, read }: Waiting,
  run: AnswerRun,
  lost: AbortSignal,
): Promise<Outcome> {
  const { accountId, conversationId } = ref;
  // What all lines of this answer are about, those of the model and of retrieval too.
  logger.appendKeys({ accountId, conversationId, botId: conversation.botId, messageId: asked.messageId });
  const channel = conversationChannel(accountId, conversationId);
  const [bot, asker] = read
    ? [read.bot, read.asker]
    : await Promise.all([findBot(botOf(conversation)), visitorOriginOf(conversation)]);
  const answering = answeringBot(bot, conversation);
  if (!answering) {
    // Taken off the air between the question and its answer.
    const settled = await storeFailure(ref, asked.messageId, 'widget.not_found');
    await broadcast(deps.sockets, channel, settled);
    return 'failed';
  }
  const { config } = answering;
  const settle = async (answer: BotAnswer): Promise<Outcome> => {
    lost.throwIfAborted();
    const stored = await storeAnswer(deps.clock, ref, asked, answer, conversation);
    // Where none is stored, their widget hears of the person who took over, and waits no longer.
    if (stored)
      logger.info('The answer was sent.', {
        sockets: await reach(deps.sockets, await listenersOf(channel), answerDone(stored)),
      });
    return stored && follows(stored, asked) ? 'last' : 'answered';
  };
  const waited = waitedOf(asked, deps.clock(), run.queued);
  const { language } = conversation;
  const isReachable = conversation.visitorEmail !== undefined;
  const turn = takeTurn(config, conversation, asked);
  const isChosen = asked.reply !== undefined && turn.question === null;
  const trigger = escalationOf(config, { language, asked: asked.text, isChosen, before });
  if (trigger) return settle(escalationAnswer(config, { language, isReachable, trigger, now: deps.clock() }));
  const written =
    turn.question === null
      ? null
      : await writeAnswer(
          deps,
          ref,
          asked,
          {
            ...questionTo(answering, turn.question, turnsOf(history), language),
            isTest: conversation.isTest ?? false,
            asker,
          },
          run,
        );
  const record = written?.record && { ...written.record, ...waited };
  const unanswered =
    written?.kind === 'abstained' && turn.question !== null && !isPromptInjection(turn.question)
      ? { unanswered: turn.question }
      : {};
  if (written?.kind === 'abstained' && failureEscalates(config, before))
    return settle({
      ...escalationAnswer(config, {
        language,
        isReachable,
        trigger: 'failed_responses',
        now: deps.clock(),
        first: written.text,
      }),
      ...unanswered,
      ...(record && { record }),
      changes: turn.changes,
    });
  // Said once: the next answers are as short as they can be.
  const isNews =
    written?.record?.modelFailure === 'over_share' &&
    !before.some(({ text }) => text.startsWith(SHARED[language]));
  return settle({
    text: [isNews && SHARED[language], written?.text, turn.text].filter((part) => part).join('\n\n'),
    kind: written?.kind ?? 'guided',
    citations: written?.citations ?? [],
    ...unanswered,
    ...(record && { record }),
    prompt: turn.prompt,
    changes: turn.changes,
  });
}

/** From when a message was accepted: until a function was asked to answer it, which only that one knows, and until now. */
function waitedOf(
  { messageId, createdAt }: StoredMessage,
  now: Date,
  queued: AnswerRun['queued'],
): Pick<AnswerRecord, 'queuedMs' | 'begunMs'> {
  const since = (time: number) => Math.max(0, time - Date.parse(createdAt));
  return {
    ...(queued?.messageId === messageId && { queuedMs: since(queued.at) }),
    begunMs: since(now.getTime()),
  };
}

/** Messages are numbered without gaps. */
function follows(one: StoredMessage, other: StoredMessage): boolean {
  const [after, before] = [one, other].map(({ messageId }) => parseMessageId(messageId)?.sequence ?? 0);
  return after === (before ?? 0) + 1;
}

/** Why the bot only quotes: whoever shares their address has used up its own words. */
const SHARED: Readonly<Record<Language, string>> = {
  en: 'Many questions have come from your network, so for now I answer with passages from the documents only.',
  de: 'Aus Ihrem Netz kamen schon viele Fragen, daher antworte ich vorerst nur mit Stellen aus den Dokumenten.',
};

/** From the documents; its pieces are sent as they come. */
async function writeAnswer(
  deps: AnswerDeps,
  ref: ConversationRef,
  asked: StoredMessage,
  question: Question,
  run: AnswerRun,
): Promise<WrittenAnswer> {
  if (run.mode === 'quote') {
    countAnswer({ byModel: false });
    return deps.answerer.quote(question);
  }
  const inReplyTo = MessageId.parse(asked.messageId);
  const listeners = createListeners(ref);
  const deltas = createDeltaStream(async (offset, text) => {
    await sendTo(deps.sockets, await listeners.current(), { type: 'answer.delta', inReplyTo, offset, text });
  });
  const begun = Date.now();
  try {
    const written = await deps.answerer.answer(question, {
      onText: deltas.push,
      ...(run.modelDeadline && { modelDeadline: run.modelDeadline }),
    });
    const { model, modelFailure, firstTextMs } = written.record ?? {};
    if (written.record) traceSteps(stepsOf(begun, written.record), { message: asked.messageId });
    if (written.kind === 'abstained') countOnStage('Abstentions');
    // A greeting, or a question on which the documents hold nothing, needs no model.
    // Nor does the model fail where a limit of the plan is reached: that is no fault of the stage's.
    if (model && modelFailure !== 'over_limit' && modelFailure !== 'over_share')
      countAnswer({ byModel: modelFailure === null, firstTextMs: firstTextMs ?? null });
    return written;
  } finally {
    await deltas.close();
  }
}

/** What an answer's time went into. */
function stepsOf(begun: number, { model, retrievedMs, doneMs }: AnswerRecord): readonly TracedStep[] {
  if (retrievedMs === null) return [{ name: 'answer', from: begun, to: begun + doneMs }];
  const found = begun + retrievedMs;
  return [
    { name: 'search', from: begun, to: found },
    { name: model === null ? 'quotes' : 'model', from: found, to: begun + doneMs },
  ];
}

interface Answering extends AnsweringBot {
  readonly ref: BotRef;
  readonly config: BotConfig;
}

/** Null when there is nothing that answers. */
function answeringBot(bot: StoredBot | null, conversation: StoredConversation): Answering | null {
  const config = answeringConfig(bot, conversation);
  return bot && config ? { ref: botOf(conversation), name: bot.name, config } : null;
}

function botOf({ accountId, botId }: StoredConversation): BotRef {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}

/** Without what the flow asked and was told: names and addresses say nothing about a question. */
function turnsOf(history: readonly StoredMessage[]): readonly Turn[] {
  const guided = history.filter(({ kind }) => kind === 'guided' || kind === 'escalated');
  const left = new Set(guided.flatMap(({ messageId, inReplyTo }) => [messageId, inReplyTo]));
  return history
    .filter(({ messageId }) => !left.has(messageId))
    .map(({ author, text }) => ({ author, text }));
}

/** The sockets that get the pieces of one answer: looked up again each second, since sockets come and go meanwhile. */
function createListeners({ accountId, conversationId }: ConversationRef) {
  const channel = conversationChannel(accountId, conversationId);
  let readAt = performance.now();
  let known = read();
  async function read(): Promise<readonly string[]> {
    try {
      return await listenersOf(channel);
    } catch (error) {
      // Nobody hears these pieces; the whole answer comes to everybody.
      logger.warn('The listeners could not be read.', {
        error: error instanceof Error ? error : String(error),
      });
      return [];
    }
  }
  return {
    current(): Promise<readonly string[]> {
      if (performance.now() - readAt > 1_000) {
        readAt = performance.now();
        known = read();
      }
      return known;
    },
  };
}
