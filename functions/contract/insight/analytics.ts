import * as z from 'zod';
import { Language } from '../accounts/profile';
import { BotId, ConversationId } from '../base/ids';
import { NAMED_RANGES } from '../base/named-ranges';
import { Line, Text } from '../base/text';
import {
  DAILY_NAMES,
  type DailyName,
  METRIC_NAMES,
  METRICS,
  type Metric,
  type MetricName,
  type MetricValue,
} from './metrics';

/** Bots that are compared at once. */
export const MOST_COMPARED = 5;
/** Days of a custom range. */
export const MOST_DAYS = 400;
/** Share of the questions above which a topic is a major one. */
export const MAJOR_SHARE = 0.05;

export const TIME_RANGES = [...NAMED_RANGES, 'custom'] as const;
export const TimeRange = z.enum(TIME_RANGES);
export type TimeRange = z.infer<typeof TimeRange>;

/** No figures are from before, and none after: a day of another century was mistyped. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';

/** A calendar day in the account's time zone: `2030-01-31`. */
const Day = Text(10).check(z.iso.date());

const range = {
  range: TimeRange.default('30d'),
  /** Of a custom range: first and last day, both included. */
  from: Day.optional(),
  to: Day.optional(),
};

/** Bots by their ids, parted by commas; without them all of the account. */
const BotIds = Text(MOST_COMPARED * 200)
  .transform((ids) => ids.split(',').filter((id) => id !== ''))
  .pipe(z.array(BotId).min(1).max(MOST_COMPARED));

export const AnalyticsQuery = z.object({ ...range, bots: BotIds.optional() });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const count = z.number().int().nonnegative();
/** Null where nothing was counted that it could be made of. */
const average = z.number().nonnegative().nullable();

type Figures<NAME extends MetricName> = { [EACH in NAME]: MetricValue<EACH> };

/** Fields of figures, each as its metric is made, with its name and line for the API's document. */
function fieldsOf(names: readonly MetricName[]) {
  return Object.fromEntries(
    names.map((name) => {
      const { unit, over, words }: Metric = METRICS[name];
      const value = over ? average : unit === 'dollars' ? z.number().nonnegative() : count;
      return [name, value.describe(words.en.join('. '))];
    }),
  );
}

export type Metrics = Figures<MetricName>;
const Metrics = z.object(fieldsOf(METRIC_NAMES)) as unknown as z.ZodType<Metrics, Metrics>;

export type DailyMetrics = Figures<DailyName>;
export type SeriesPart = { at: string } & DailyMetrics;
const SeriesPart = z.object({ at: z.string(), ...fieldsOf(DAILY_NAMES) }) as unknown as z.ZodType<
  SeriesPart,
  SeriesPart
>;

/** A step of the way from a page with the widget to a visitor who can be reached. All of them count visits. */
export const FUNNEL_STAGES = [
  'visitors',
  'widget_opened',
  'started_conversation',
  'completed',
  'escalated',
  'provided_contact_info',
] as const;
export const FunnelStage = z.enum(FUNNEL_STAGES);
export type FunnelStage = z.infer<typeof FunnelStage>;

const counted = z.array(z.object({ name: z.string(), count }));

export const AnalyticsReport = z.object({
  timeZone: z.string(),
  from: z.string(),
  to: z.string(),
  /** As much before: of a range under way the same part of the one before. */
  previousFrom: z.string(),
  previousTo: z.string(),
  /** Of a range under way: the minute to which the last day of both is counted, such as `02:29`. */
  until: z.string().nullable(),
  totals: Metrics,
  previous: Metrics,
  /** By day; of a single day by hour: `2030-01-31T14`. Of a range under way the last part is not over. */
  series: z.array(SeriesPart),
  /** The same of the period before, all of it. */
  previousSeries: z.array(SeriesPart),
  /** Deleted ones where anything was counted of them; one without a name is erased. */
  bots: z.array(z.object({ botId: BotId, name: z.string(), isDeleted: z.boolean(), totals: Metrics })),
  /** Upper bounds in milliseconds of the response times' buckets; the last is open. */
  responseTimes: z.array(z.object({ below: z.number().nullable(), count })),
  stars: z.array(z.object({ stars: z.number().int(), count })),
  /** Conversations by messages in them. */
  lengths: z.array(z.object({ below: z.number().nullable(), count })),
  hours: z.array(count),
  languages: z.array(z.object({ language: Language, count })),
  pages: counted,
  escalations: counted,
  funnel: z.array(z.object({ stage: FunnelStage, count, dropOff: average })),
  /** By how much the estimate of visitors is off in two of three cases, as a share. */
  visitorsError: z.number(),
  /** Where counting is late: what was said from then on may be missing. */
  behindSince: z.iso.datetime().nullable(),
});
export type AnalyticsReport = z.infer<typeof AnalyticsReport>;

export const RatingsQuery = z.object({
  ...range,
  bots: BotIds.optional(),
  cursor: Text(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type RatingsQuery = z.infer<typeof RatingsQuery>;

/** What visitors rated, newest conversation first. `cursor`: further ones may be there, also where none is shown. */
export const RatingPage = z.object({
  items: z.array(
    z.object({
      conversationId: ConversationId,
      botId: BotId,
      startedAt: z.string(),
      stars: z.number().int().min(1).max(5),
      comment: z.string().nullable(),
    }),
  ),
  cursor: z.string().nullable(),
});
export type RatingPage = z.infer<typeof RatingPage>;

const topicName = () => Line({ min: 1, max: 80 });

export const TopicReport = z.object({
  /** Questions that were asked, also those that no topic was found for. */
  questions: count,
  topics: z.array(
    z.object({
      botId: BotId,
      name: z.string(),
      /** As it is shown: a question that was asked, where its name is but words of questions. */
      title: z.string(),
      /** Names that were put together in it. */
      merged: z.array(z.string()),
      /** Words of questions without an answer that were found to belong to it. */
      phrases: z.array(z.string()),
      asked: count,
      /** Of these. */
      unanswered: count,
      /** In as many days before; null of a day under way, since topics are counted by whole days. */
      previous: count.nullable(),
      share: z.number().nonnegative(),
      major: z.boolean(),
    }),
  ),
});
export type TopicReport = z.infer<typeof TopicReport>;

/**
 * Renames a topic, or merges it into one that has the other name. The empty name takes a renaming back; its own name
 * keeps it apart from others.
 */
export const RenameTopic = z.object({ botId: BotId, topic: topicName(), name: Line({ max: 80 }) });
export type RenameTopic = z.infer<typeof RenameTopic>;

export const FlowQuery = z.object({ ...range, botId: BotId });
export type FlowQuery = z.infer<typeof FlowQuery>;

/** Ways through a bot's flow: from step to step, and where conversations stopped. */
export const FlowReport = z.object({
  steps: z.array(
    z.object({
      id: z.string(),
      /** Null of a step that the flow has no more. */
      title: z.string().nullable(),
      reached: count,
      /** Conversations that got no further. */
      stopped: count,
    }),
  ),
  links: z.array(z.object({ from: z.string(), to: z.string(), count })),
});
export type FlowReport = z.infer<typeof FlowReport>;
/** Where ways through a flow end that was completed. */
export const FLOW_END = 'end';

/** Parts of a range by which a trend is told. */
export const TREND_PARTS = 12;

/** What was asked in a range and not answered, by topic, the most asked first. */
export const GapReport = z.object({
  /** The parts of the range that trends are told by, in days. */
  parts: z.array(z.object({ from: z.string(), to: z.string() })),
  gaps: z.array(
    z.object({
      botId: BotId,
      topic: z.string(),
      /** As it is shown: a question that was asked, where the topic is but words of questions. */
      title: z.string(),
      /** All questions about it, and those without an answer. */
      asked: count,
      unanswered: count,
      /** Without an answer in as many days before; null of a day under way, as of topics. */
      previous: count.nullable(),
      /** Without an answer, by the report's parts. */
      trend: z.array(count),
      /** Open questions about it, the most asked first. */
      questions: z.array(z.object({ question: z.string(), lastAskedAt: z.string() })),
      /** What its questions without an answer are counted by. */
      countedAs: z.array(z.string()),
      /** `extend`: documents answer other questions about it; `add`: they say nothing of it. */
      advice: z.enum(['extend', 'add']),
    }),
  ),
});
export type GapReport = z.infer<typeof GapReport>;

export const Forecast = z.object({
  month: z.string(),
  used: count,
  /** -1: none. */
  limit: z.number().int(),
  /** Conversations by the end of the month, if it goes on as in the last days, seven at most; null: too early to tell. */
  expected: count.nullable(),
  /** The day on which the limit is reached then; null where it isn't. */
  reachedOn: z.string().nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

export const LiveFigures = z.object({
  /** Conversations with the bot or a person that something was said in within the last half hour. */
  active: count,
  withPerson: count,
  waiting: count,
  /** Begun today, in the account's time zone. */
  today: count,
  /** Open dashboards of the account. */
  dashboards: count,
  /** Figures that are at least what they say: only so many conversations are looked at. */
  atLeast: z.array(z.enum(['active', 'withPerson', 'waiting'])),
});
export type LiveFigures = z.infer<typeof LiveFigures>;

export const AccountTimeZone = z.object({
  timeZone: Text(64).refine(isTimeZone),
});
export type AccountTimeZone = z.infer<typeof AccountTimeZone>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
