import type { BotId } from '#contract/base/ids';
import { isStopWord, tokenise } from '#core/text/analysis';
import type { CountedDay } from './read-days';
import { OTHER } from './tally';

/** Names that a bot's topics were renamed to; one that stands for itself is kept apart from others. */
export type TopicNames = ReadonlyMap<BotId, ReadonlyMap<string, string>>;

/** What was asked about one thing: answered and unanswered questions together. */
export interface GatheredTopic {
  readonly botId: BotId;
  readonly name: string;
  /** Names that people have put together in it. */
  readonly merged: ReadonlySet<string>;
  /** Words of unanswered questions that were found to belong to it. */
  readonly phrases: ReadonlySet<string>;
  /** By day. */
  readonly answered: ReadonlyMap<string, number>;
  readonly unanswered: ReadonlyMap<string, number>;
}

export interface Gathered {
  readonly topics: readonly GatheredTopic[];
  /** The topic that an unanswered question's words belong to. */
  topicOf(botId: BotId, phrase: string): GatheredTopic | undefined;
}

/**
 * Topics of days. Answered questions were counted by the heading that their answer cites, unanswered ones by their own
 * words, since no document says what they are about: here these go to the heading that says the same words, else to
 * other questions that do. So one topic has both, and its unanswered share says how well the documents cover it.
 */
export function gatherTopics(days: readonly CountedDay[], names: TopicNames): Gathered {
  const bots = new Map<BotId, BotTopics>();
  for (const { bot, day, counts } of days) {
    const own = bots.get(bot.botId) ?? new BotTopics(bot.botId, names.get(bot.botId) ?? new Map());
    bots.set(bot.botId, own);
    for (const [counter, count] of Object.entries(counts)) own.count(counter, day, count);
  }
  for (const topics of bots.values()) topics.gather();
  return {
    topics: [...bots.values()].flatMap((own) => own.topics()),
    topicOf: (botId, phrase) => bots.get(botId)?.topicOf(phrase),
  };
}

/** Of the words of the shorter name, as many must be in the other: for a heading, and for another question's words. */
const AS_HEADING = 0.5;
const AS_QUESTION = 0.6;

interface Topic extends GatheredTopic {
  readonly merged: Set<string>;
  readonly phrases: Set<string>;
  readonly answered: Map<string, number>;
  readonly unanswered: Map<string, number>;
}

class BotTopics {
  readonly #answered = new Map<string, Map<string, number>>();
  readonly #unanswered = new Map<string, Map<string, number>>();
  readonly #topics = new Map<string, Topic>();
  readonly #nameOf = new Map<string, string>();
  readonly #words = new Map<string, readonly string[]>();

  constructor(
    private readonly botId: BotId,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  count(counter: string, day: string, count: number): void {
    const original = counter.slice(1);
    // What was taken back is left as a zero.
    if (original === OTHER || count === 0) return;
    const side = counter.startsWith('-') ? this.#unanswered : this.#answered;
    const byDay = side.get(original) ?? new Map<string, number>();
    side.set(original, byDay.set(day, (byDay.get(day) ?? 0) + count));
  }

  gather(): void {
    const headings = mostFirst(this.#answered);
    for (const heading of headings) {
      const name = this.names.get(heading) ?? heading;
      const topic = this.#topic(name);
      if (name !== heading) topic.merged.add(heading);
      addAll(topic.answered, this.#answered.get(heading));
    }
    const gathered: string[] = [];
    for (const phrase of mostFirst(this.#unanswered)) {
      const given = this.names.get(phrase);
      const heading = given ?? this.#nearest(phrase, headings, AS_HEADING);
      const like = heading ?? this.#nearest(phrase, gathered, AS_QUESTION);
      if (heading === undefined && like === undefined) gathered.push(phrase);
      const name =
        given ?? (like === undefined ? phrase : (this.#nameOf.get(like) ?? this.names.get(like) ?? like));
      const topic = this.#topic(name);
      if (given !== undefined && given !== phrase) topic.merged.add(phrase);
      else if (given === undefined && name !== phrase) topic.phrases.add(phrase);
      this.#nameOf.set(phrase, name);
      addAll(topic.unanswered, this.#unanswered.get(phrase));
    }
  }

  topics(): readonly GatheredTopic[] {
    return [...this.#topics.values()];
  }

  topicOf(phrase: string): GatheredTopic | undefined {
    const name = this.#nameOf.get(phrase);
    return name === undefined ? undefined : this.#topics.get(name);
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name);
    if (known) return known;
    const topic: Topic = {
      botId: this.botId,
      name,
      merged: new Set(),
      phrases: new Set(),
      answered: new Map(),
      unanswered: new Map(),
    };
    this.#topics.set(name, topic);
    return topic;
  }

  /** The name that has most of the words; of several the one that is asked about most. */
  #nearest(phrase: string, others: readonly string[], least: number): string | undefined {
    const words = this.#wordsOf(phrase);
    let best: { readonly name: string; readonly share: number; readonly shared: number } | undefined;
    for (const name of others) {
      const own = this.#wordsOf(name);
      const shorter = Math.min(words.length, own.length);
      if (shorter === 0) continue;
      const shared = own.filter((word) => words.some((other) => isSameWord(word, other))).length;
      const share = Math.min(shared, shorter) / shorter;
      if (share < least) continue;
      if (!best || share > best.share || (share === best.share && shared > best.shared))
        best = { name, share, shared };
    }
    return best?.name;
  }

  #wordsOf(name: string): readonly string[] {
    const known = this.#words.get(name);
    if (known) return known;
    const words = [...new Set(tokenise(name).filter(isTelling).map(plain))];
    this.#words.set(name, words);
    return words;
  }
}

/** A heading's few words often don't tell their language. */
function isTelling(word: string): boolean {
  return !isStopWord(word, 'en') && !isStopWord(word, 'de');
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Whether two words begin alike: `deliver` and `delivery`, `liefern` and `Lieferung`, which stemming keeps apart. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const needed = Math.max(4, Math.ceil(shorter * ALIKE));
  return shorter >= needed && one.slice(0, needed) === other.slice(0, needed);
}

/** As much of the shorter word: less takes `repair` for `repeat`, more keeps `heated` from `heating`. */
const ALIKE = 2 / 3;

function mostFirst(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): readonly string[] {
  return [...counts]
    .map(([name, byDay]) => ({ name, count: sum(byDay) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

function addAll(to: Map<string, number>, byDay: ReadonlyMap<string, number> | undefined): void {
  for (const [day, count] of byDay ?? []) to.set(day, (to.get(day) ?? 0) + count);
}

/** How many were counted on these days, all that are given without a span. */
export function sum(byDay: ReadonlyMap<string, number>, from = '', to = '9999-99-99'): number {
  let total = 0;
  for (const [day, count] of byDay) if (day >= from && day <= to) total += count;
  return total;
}
