import { dayAndHour } from '#contract/base/calendar';
import { cleanLine } from '#contract/base/clean';
import { FLOW_END } from '#contract/insight/analytics';
import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import type { DayKind } from './days';
import { sameQuestion, topicOfAnswer, topicOfQuestion } from './topics-of';

/** Numbers by name. Some names come from outside, such as `constructor`: read one with `countOf`. */
export type Counts = Readonly<Record<string, number>>;

export function countOf(counts: Counts, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}

/** Counters that are added up, whatever their names. */
export class Sums {
  private readonly sums = new Map<string, number>();

  add(name: string, by: number): void {
    this.sums.set(name, (this.sums.get(name) ?? 0) + by);
  }

  /** An object whose every name is its own, also `__proto__`. */
  counts(): Counts {
    return Object.fromEntries(this.sums);
  }
}

/** What a conversation adds to a day, by the day's item. */
export type Contribution = Readonly<Partial<Record<DayKind, Counts>>>;

/**
 * What was read of a conversation's messages so far. Messages don't change once they are stored, so that only those
 * after `through` are read the next time.
 */
export interface Progress {
  /** Id of the last message that is in it. */
  readonly through?: string;
  readonly counts: Counts;
  readonly topics: Counts;
  /** When each question came that has no answer yet, by its id, in milliseconds since 1970. */
  readonly open: Readonly<Record<string, number>>;
  /** The last questions, the newest last. */
  readonly asked: readonly string[];
  /** Whether the last question was answered from documents; null before one was. */
  readonly lastAnswered: boolean | null;
  /** An answered question was asked again. */
  readonly repeated: boolean;
  /** When it was passed on to a person who has not written yet. */
  readonly lastAt: number;
  readonly firstAgentMs?: number;
}

/** What is stored of a conversation's counting. */
export interface Counted {
  readonly progress: Progress;
  readonly contribution: Contribution;
  /** Of its rating, as it was kept. */
  readonly comment?: string;
}

export const NOTHING_READ: Progress = {
  counts: {},
  topics: {},
  open: {},
  asked: [],
  lastAnswered: null,
  repeated: false,
  lastAt: 0,
};

/** Upper bounds of the buckets, in milliseconds. The last is open. */
export const RESPONSE_BOUNDS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** And of a conversation's messages. */
export const LENGTH_BOUNDS = [3, 5, 9, 15, 25, 50] as const;

/** Topics of a conversation that are told apart: the write that adds them to a day has to stay short. */
const MOST_TOPICS = 50;
/** Characters of a page's address that it is counted by. */
const LONGEST_PAGE = 200;
const MOST_ASKED = 10;
const MOST_OPEN = 20;

/** Reads further messages, which follow those that were read. */
export function readFurther(before: Progress, messages: readonly StoredMessage[]): Progress {
  return messages.reduce(readMessage, before);
}

function readMessage(before: Progress, message: StoredMessage): Progress {
  const counts = { ...before.counts };
  const topics = { ...before.topics };
  const add = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const addTopic = (sign: '+' | '-', topic: string | null) => {
    if (!topic) return;
    const name = `${sign}${topic}`;
    const isTold = name in topics || Object.keys(topics).length < MOST_TOPICS;
    const counter = isTold ? name : unnamed('TOPICS', name);
    topics[counter] = (topics[counter] ?? 0) + 1;
  };
  const at = Date.parse(message.createdAt);
  let next: Progress = { ...before, through: message.messageId, lastAt: Math.max(before.lastAt, at) };
  add('messages');
  add(`${message.author}Messages`);
  if (message.author === 'visitor' && !message.toPerson) {
    const open = Object.entries({ ...before.open, [message.messageId]: at }).slice(-MOST_OPEN);
    next = { ...next, open: Object.fromEntries(open) };
  }
  if (message.author === 'agent' && before.firstAgentMs === undefined) next = { ...next, firstAgentMs: at };
  if (message.author === 'bot' && message.inReplyTo !== undefined) {
    const { [message.inReplyTo]: askedAt, ...open } = before.open;
    next = { ...next, open };
    if (askedAt !== undefined) {
      const took = Math.max(0, at - askedAt);
      add('responses');
      add('responseMs', took);
      add(`response${bucket(RESPONSE_BOUNDS, took)}`);
    }
    const { record, kind } = message;
    add('inputTokens', record?.inputTokens ?? 0);
    add('outputTokens', record?.outputTokens ?? 0);
    add('costMicroUsd', Math.round((record?.costUsd ?? 0) * 1_000_000));
    if (kind === 'generated' || kind === 'quoted') {
      add('answered');
      add('answerCharacters', message.text.length);
      addTopic('+', topicOfAnswer(message));
      next = { ...next, lastAnswered: true };
    }
    if (kind === 'abstained' || message.unanswered !== undefined) {
      add('abstained');
      addTopic('-', topicOfQuestion(message.unanswered ?? ''));
      next = { ...next, lastAnswered: false };
    }
  }
  if (message.author === 'visitor' && !message.toPerson && !message.reply) {
    const isRepeated = before.asked.some((question) => sameQuestion(question, message.text));
    next = {
      ...next,
      repeated: before.repeated || isRepeated,
      asked: [...before.asked, message.text.slice(0, 200)].slice(-MOST_ASKED),
    };
  }
  return { ...next, counts, topics };
}

/** All that a conversation adds to its day, from its head and what was read of its messages. */
export function contributionOf(head: StoredConversation, progress: Progress, timeZone: string): Contribution {
  const { counts } = progress;
  const day: Record<string, number> = { ...counts, conversations: 1 };
  const is = (name: string, holds: boolean) => {
    if (holds) day[name] = 1;
  };
  const [answered = 0, agentMessages = 0] = [counts.answered, counts.agentMessages];
  const isDeflected = answered > 0 && agentMessages === 0 && head.escalation === undefined;
  is('engaged', (counts.visitorMessages ?? 0) > 1);
  is('deflected', isDeflected);
  is(
    'resolved',
    head.status === 'resolved' ||
      (isDeflected && progress.lastAnswered === true && !progress.repeated && (head.stars ?? 5) > 2),
  );
  is('escalated', head.escalation !== undefined);
  if (head.escalation) is(`escalation_${head.escalation.trigger}`, true);
  is('ended', head.status === 'ended' || head.status === 'resolved');
  is('contacts', head.providedContact === true);
  if (head.stars !== undefined) {
    is('rated', true);
    is(`stars${head.stars}`, true);
  }
  if (head.escalation && progress.firstAgentMs !== undefined) {
    is('agentResponses', true);
    day.agentResponseMs = Math.max(0, progress.firstAgentMs - Date.parse(head.escalation.at));
  }
  is(`language_${head.language}`, true);
  is(`hour${dayAndHour(new Date(head.startedAt), timeZone).hour}`, true);
  is(`length${bucket(LENGTH_BOUNDS, counts.messages ?? 0)}`, true);
  if (progress.lastAt > 0) day.durationMs = Math.max(0, progress.lastAt - Date.parse(head.startedAt));
  const page = pageOf(head.page ?? '');
  return {
    DAY: day,
    TOPICS: progress.topics,
    PAGES: page === '' ? {} : { [page]: 1 },
    FLOW: flowCounts(pathOf(head.flowState)),
  };
}

/** Its address, cut; what is no address of a website is no page. */
function pageOf(page: string): string {
  return /^https?:\/\//u.test(page) ? cleanLine(page.slice(0, LONGEST_PAGE)) : '';
}

/** One that has answered nothing yet stands where it began. */
function pathOf(state: StoredConversation['flowState']): readonly string[] {
  if (!state) return [];
  return state.path ?? (state.at === null ? [] : [state.at]);
}

/** Steps that were reached, the ways between them, and the one at which it stopped. */
function flowCounts(path: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const [place, step] of path.entries()) {
    counts[`at ${step}`] = 1;
    const next = path[place + 1];
    if (next !== undefined) counts[`way ${step} ${next}`] = 1;
  }
  const last = path.at(-1);
  if (last !== undefined && last !== FLOW_END) counts[`stop ${last}`] = 1;
  return counts;
}

/** Name of all that is not told by a name of its own: no cleaned name is a space. Reports leave it out. */
export const OTHER = ' ';

/** The counter of what is not told by its name. Topics keep their sign, so that the unanswered stay apart. */
export function unnamed(kind: DayKind, name: string): string {
  return kind === 'TOPICS' ? `${name.slice(0, 1)}${OTHER}` : OTHER;
}

/** What has to be added to `before` to make `after`. */
export function difference(before: Counts, after: Counts): Counts {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .map((name): [string, number] => [name, countOf(after, name) - countOf(before, name)])
      .filter(([, by]) => by !== 0),
  );
}

/** Number of the bucket that a value is in. */
function bucket(bounds: readonly number[], value: number): number {
  const found = bounds.findIndex((bound) => value < bound);
  return found === -1 ? bounds.length : found;
}
