import { addDays, dayAndHour, daysBetween } from '#contract/base/calendar';
import { type AnalyticsQuery, type GapReport, TREND_PARTS } from '#contract/insight/analytics';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import type { StoredUnanswered } from '../questions/entity';
import { askedQuestions, titleOf } from './asked-questions';
import { sum } from './gathered-topics';
import { type Days, daysOf, isPartOfDay } from './ranges';
import { analysedBots, timeZoneOf } from './read-days';
import { readTopics } from './topics';

const MOST_GAPS = 50;
/** Questions that are told of a gap. */
const MOST_QUESTIONS = 3;

/**
 * What was asked within the range and not answered, by topic. A topic whose questions have all been answered or
 * dismissed since is no gap any more.
 */
export async function gapReport(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  query: AnalyticsQuery,
): Promise<GapReport> {
  const [timeZone, all] = await Promise.all([timeZoneOf(accountId), analysedBots(accountId, query.bots)]);
  // Nobody can answer for a bot that was deleted.
  const bots = all.filter(({ isDeleted }) => !isDeleted);
  const days = daysOf(query, clock(), timeZone);
  const gathered = await readTopics(bots, days.previousFrom, days.to);
  const questions = await askedQuestions(bots, gathered);
  const parts = partsOf(days);
  return {
    parts,
    gaps: gathered.topics
      .map((topic) => ({ topic, unanswered: sum(topic.unanswered, days.from, days.to) }))
      .filter(({ topic, unanswered }) => unanswered > 0 && isOpen(questions.get(topic)))
      .sort((a, b) => b.unanswered - a.unanswered || (a.topic.name < b.topic.name ? -1 : 1))
      .slice(0, MOST_GAPS)
      .map(({ topic, unanswered }) => ({
        botId: topic.botId,
        topic: topic.name,
        title: titleOf(topic, questions.get(topic)),
        asked: unanswered + sum(topic.answered, days.from, days.to),
        unanswered,
        previous: isPartOfDay(days) ? null : sum(topic.unanswered, days.previousFrom, days.previousTo),
        trend: parts.map(({ from, to }) => sum(topic.unanswered, from, to)),
        questions: openWithin(questions.get(topic) ?? [], days, timeZone),
        countedAs: [topic.name, ...topic.merged, ...topic.phrases].map((each) => `-${each}`),
        advice: topic.answered.size > 0 ? ('extend' as const) : ('add' as const),
      })),
  };
}

/** Whether anything is left to answer. What nothing is known of any more was not settled by anybody. */
function isOpen(groups: readonly StoredUnanswered[] | undefined): boolean {
  return groups === undefined || groups.some(({ state }) => state === 'open');
}

function openWithin(groups: readonly StoredUnanswered[], { from, to }: Days, timeZone: string) {
  const dayOf = (instant: string) => dayAndHour(new Date(instant), timeZone).day;
  return groups
    .filter(
      ({ state, firstAskedAt, lastAskedAt }) =>
        state === 'open' && dayOf(lastAskedAt) >= from && dayOf(firstAskedAt) <= to,
    )
    .slice(0, MOST_QUESTIONS)
    .map(({ question, lastAskedAt }) => ({ question, lastAskedAt }));
}

/** Parts of equal length but for the last, each of whole days. */
function partsOf({ from, to }: Days): GapReport['parts'] {
  const length = Math.ceil(daysBetween(from, to) / TREND_PARTS);
  const parts: { from: string; to: string }[] = [];
  for (let first = from; first <= to; first = addDays(first, length)) {
    const last = addDays(first, length - 1);
    parts.push({ from: first, to: last < to ? last : to });
  }
  return parts;
}
