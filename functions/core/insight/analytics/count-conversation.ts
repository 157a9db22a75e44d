import { ConditionCheck, PutTransaction } from 'dynamodb-toolbox';
import { dayAndHour } from '#contract/base/calendar';
import { AccountId, BotId, type ConversationId } from '#contract/base/ids';
import { findBot } from '#core/bots/bots';
import { ConversationEntity, type StoredConversation } from '#core/conversations/entity';
import { goesAt } from '#core/conversations/keeping';
import { findConversation, messagesAfter } from '#core/conversations/messages';
import { countersTransaction, readCounters } from '#platform/counters';
import type { ItemKey } from '#platform/raw-table';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import type { DayKind } from './days';
import { ConversationCountEntity, dayKey, RatingEntity, type StoredConversationCount } from './entity';
import { metricCounters } from './metrics';
import { timeZoneOf } from './read-days';
import {
  type Contribution,
  type Counted,
  type Counts,
  contributionOf,
  difference,
  NOTHING_READ,
  type Progress,
  readFurther,
  Sums,
  unnamed,
} from './tally';

export interface ConversationRef {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

const MAX_ATTEMPTS = 5;
const PAGE = 100;
/** Names in a day's item. With the longest ones it then is a quarter of what the table takes. */
export const MOST_NAMES = 500;

/**
 * Counts a conversation with its bot's day. What it adds is made of what is stored of it, whatever event asked for that,
 * and replaces what it had added before in the transaction that changes the day: so events may come twice, late, in any
 * order or not at all, and a function may die anywhere.
 */
export async function countConversation(
  ref: ConversationRef,
  options: {
    /** Reads all of it again, as a rebuild does. */
    readonly anew?: boolean;
    /** Adds to the platform's counts, which have each conversation and message once, too. */
    readonly onPlatform?: AddToPlatform;
  } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToCount(ref, options);
    } catch (error) {
      // Another worker counted it, or it is being erased: retry.
      if (!(error instanceof CountedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Writes that count what came new by the day (UTC) on which it did. */
export type AddToPlatform = (
  day: string,
  added: { readonly conversations: number; readonly messages: number },
) => readonly ConditionalWrite[];

class CountedMeanwhile extends Error {}

async function tryToCount(
  ref: ConversationRef,
  { anew = false, onPlatform }: Parameters<typeof countConversation>[1] & object,
): Promise<void> {
  // Before its messages: those that come in between are counted the next time, by the event that they make.
  const stored = await findCount(ref);
  const head = await findConversation(ref);
  if (!head || head.isTest || head.empty || head.isErased) return;
  const counted = stored?.counted as Counted | undefined;
  const added = onPlatform ? newOnPlatform(head, stored) : NOTHING_NEW;
  const wasAnalysed = Object.keys(counted?.contribution ?? {}).length > 0;
  if (!wasAnalysed && !(await isAnalysed(head))) {
    if (added.messages === 0) return;
    return transact(
      putCount(stored, {
        ...ref,
        botId: head.botId,
        day: '',
        revision: (stored?.revision ?? 0) + 1,
        counted: { progress: NOTHING_READ, contribution: {} },
        onPlatform: head.lastSequence,
        ...goesAt(head, head.lastMessageAt ?? head.startedAt),
      }),
      ...(onPlatform?.(dayOfLast(head), added) ?? []),
    );
  }
  const progress = await readOn(ref, head, anew ? NOTHING_READ : (counted?.progress ?? NOTHING_READ));
  const timeZone = stored?.timeZone ?? (await timeZoneOf(ref.accountId));
  const day = stored?.day || dayAndHour(new Date(head.startedAt), timeZone).day;
  const minute = `${day}T${dayAndHour(new Date(head.startedAt), timeZone).minute}`;
  const contribution = await fitted(
    contributionOf(head, progress, timeZone),
    counted?.contribution ?? {},
    (kind) => dayKey({ ...ref, botId: head.botId }, kind, day),
  );
  const changes = changesOf(counted?.contribution ?? {}, contribution);
  // A comment that comes after the stars moves no counter.
  const comment = head.ratingComment ?? '';
  const isKnown = counted?.progress.through === progress.through && (counted?.comment ?? '') === comment;
  if (changes.length === 0 && isKnown && !anew && added.messages === 0) return;
  const { botId } = head;
  await transact(
    putCount(stored, {
      ...ref,
      botId,
      day,
      timeZone,
      revision: (stored?.revision ?? 0) + 1,
      counted: { progress, contribution, ...(comment !== '' && { comment }) },
      onPlatform: onPlatform ? head.lastSequence : stored?.onPlatform,
      ...goesAt(head, head.lastMessageAt ?? head.startedAt),
    }),
    ...[...changes, ...minuteOf(changes)].map(([kind, counts]) =>
      countersTransaction(dayKey({ ...ref, botId }, kind, kind === 'MINUTE' ? minute : day), counts, {
        entity: 'AnalyticsDay',
      }),
    ),
    ...ratingOf(head, day),
    ...(added.messages > 0 ? (onPlatform?.(dayOfLast(head), added) ?? []) : []),
    // What was read from its beginning would be less where its erasure began meanwhile.
    ...(anew || !stored ? [whileKept(ref)] : []),
  );
}

const NOTHING_NEW = { conversations: 0, messages: 0 };

/** Messages are numbered without gaps. */
function newOnPlatform({ lastSequence }: StoredConversation, stored: StoredConversationCount | undefined) {
  const before = stored?.onPlatform;
  return { conversations: before === undefined ? 1 : 0, messages: lastSequence - (before ?? 0) };
}

function dayOfLast({ lastMessageAt, startedAt }: StoredConversation): string {
  return (lastMessageAt ?? startedAt).slice(0, 10);
}

function whileKept(ref: ConversationRef): ConditionalWrite {
  return {
    write: ConversationEntity.build(ConditionCheck)
      .key(ref)
      .condition({
        and: [
          { attr: 'conversationId', exists: true },
          { attr: 'isErased', exists: false },
        ],
      }),
    refused: () => new CountedMeanwhile(),
  };
}

/** A bot may be kept out of analytics; what was counted before stays. */
export async function isAnalysed({ accountId, botId }: StoredConversation): Promise<boolean> {
  const bot = await findBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
  return bot !== null && (bot.publication?.config ?? bot.config).analyticsEnabled;
}

/**
 * A contribution whose names fit into its day's items: of a full one, names that it does not have count together. What
 * a conversation has added by name stays so. Two at once may pass the bound by a few names, for which there is room.
 */
async function fitted(
  after: Contribution,
  before: Contribution,
  keyOf: (kind: DayKind) => ItemKey,
): Promise<Contribution> {
  const fittedKinds = await Promise.all(
    (['TOPICS', 'PAGES'] as const).map(async (kind) => {
      const counts = after[kind] ?? {};
      const had = new Set(Object.keys(before[kind] ?? {}));
      const fresh = Object.keys(counts).filter((name) => !had.has(name));
      if (fresh.length === 0) return [kind, counts] as const;
      const { pk, sk } = keyOf(kind);
      const [item] = await readCounters(pk, sk, sk);
      const names = new Set([...had, ...Object.keys(item?.counters ?? {})]);
      if (names.size + fresh.length <= MOST_NAMES) return [kind, counts] as const;
      const folded = new Sums();
      for (const [name, by] of Object.entries(counts))
        folded.add(names.has(name) ? name : unnamed(kind, name), by);
      return [kind, folded.counts()] as const;
    }),
  );
  return { ...after, ...Object.fromEntries(fittedKinds) };
}

/** Messages up to the head's last, so that a count belongs to one moment. */
async function readOn(
  ref: ConversationRef,
  { lastSequence }: StoredConversation,
  before: Progress,
): Promise<Progress> {
  let progress = before;
  for (;;) {
    const page = await messagesAfter(ref, progress.through, PAGE);
    progress = readFurther(progress, page);
    if (page.length < PAGE || (progress.counts.messages ?? 0) >= lastSequence) return progress;
  }
}

async function findCount({
  accountId,
  conversationId,
}: ConversationRef): Promise<StoredConversationCount | undefined> {
  return readItem(ConversationCountEntity, { accountId, conversationId });
}

function putCount(
  stored: StoredConversationCount | undefined,
  next: StoredConversationCount,
): ConditionalWrite {
  return {
    write: ConversationCountEntity.build(PutTransaction)
      .item(next)
      .options({
        condition: stored ? { attr: 'revision', eq: stored.revision } : { attr: 'revision', exists: false },
      }),
    refused: () => new CountedMeanwhile(),
  };
}

function changesOf(before: Contribution, after: Contribution): readonly (readonly [DayKind, Counts])[] {
  return (Object.keys(after) as DayKind[])
    .map((kind) => [kind, difference(before[kind] ?? {}, after[kind] ?? {})] as const)
    .filter(([, counts]) => Object.keys(counts).length > 0);
}

/** What metrics are made of counts with its minute, too. */
function minuteOf(changes: ReturnType<typeof changesOf>): ReturnType<typeof changesOf> {
  return changes
    .filter(([kind]) => kind === 'DAY')
    .map(([, counts]) => ['MINUTE', metricCounters(counts)] as const)
    .filter(([, counts]) => Object.keys(counts).length > 0);
}

function ratingOf(head: StoredConversation, day: string): readonly ConditionalWrite[] {
  if (head.stars === undefined) return [];
  const { accountId, botId, conversationId, startedAt, stars, ratingComment: comment } = head;
  return [
    {
      write: RatingEntity.build(PutTransaction).item({
        accountId,
        botId,
        conversationId,
        startedAt,
        day,
        stars,
        ...(comment !== undefined && comment !== '' && { comment }),
      }),
    },
  ];
}
