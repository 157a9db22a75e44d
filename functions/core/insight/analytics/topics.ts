import { PutItemCommand } from 'dynamodb-toolbox';
import {
  type AnalyticsQuery,
  MAJOR_SHARE,
  type RenameTopic,
  type TopicReport,
} from '#contract/insight/analytics';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { askedQuestions, titleOf } from './asked-questions';
import { TopicNamesEntity } from './entity';
import { type Gathered, gatherTopics, sum } from './gathered-topics';
import { daysOf, isPartOfDay } from './ranges';
import { type AnalysedBot, analysedBots, readDays, timeZoneOf } from './read-days';

/** Topics that are told. */
const MOST_TOPICS = 100;
/** Words of unanswered questions that are told of a topic. */
const MOST_PHRASES = 10;
/** Names that a bot's topics are renamed to. */
const MOST_NAMES = 500;

/** What was asked about, and how much of it was not answered. */
export async function topicReport(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  query: AnalyticsQuery,
): Promise<TopicReport> {
  const [timeZone, bots] = await Promise.all([timeZoneOf(accountId), analysedBots(accountId, query.bots)]);
  const days = daysOf(query, clock(), timeZone);
  const { from, to, previousFrom, previousTo } = days;
  const [gathered, figures] = await Promise.all([
    readTopics(bots, previousFrom, to),
    readDays(bots, 'DAY', from, to),
  ]);
  const asked = await askedQuestions(bots, gathered);
  const questions = figures.reduce(
    (total, { counts }) => total + (counts.answered ?? 0) + (counts.abstained ?? 0),
    0,
  );
  return {
    questions,
    topics: gathered.topics
      .map((topic) => ({ ...topic, title: titleOf(topic, asked.get(topic)) }))
      .map(({ botId, name, title, merged, phrases, answered, unanswered }) => ({
        botId,
        name,
        title,
        merged: [...merged].sort(),
        phrases: [...phrases].slice(0, MOST_PHRASES),
        asked: sum(answered, from, to) + sum(unanswered, from, to),
        unanswered: sum(unanswered, from, to),
        previous: isPartOfDay(days)
          ? null
          : sum(answered, previousFrom, previousTo) + sum(unanswered, previousFrom, previousTo),
      }))
      .filter(({ asked }) => asked > 0)
      .sort((a, b) => b.asked - a.asked || (a.name < b.name ? -1 : 1))
      .slice(0, MOST_TOPICS)
      .map((topic) => {
        const share = questions > 0 ? topic.asked / questions : 0;
        return { ...topic, share, major: share > MAJOR_SHARE };
      }),
  };
}

/** The topics of days, under the names that people gave them. */
export async function readTopics(bots: readonly AnalysedBot[], from: string, to: string): Promise<Gathered> {
  const [days, names] = await Promise.all([
    readDays(bots, 'TOPICS', from, to),
    Promise.all(bots.map(async (bot) => [bot.botId, (await readNames(bot)).names] as const)),
  ]);
  return gatherTopics(days, new Map(names));
}

/**
 * Renames a topic. Figures are not changed: names are read with them, and a renaming can be taken back. One that gets its
 * own name stands for itself: it is gathered with no other.
 */
export async function renameTopic(
  actor: Pick<Actor, 'accountId'>,
  { botId, topic, name }: RenameTopic,
): Promise<void> {
  const { accountId } = actor;
  await loadBot({ accountId, botId });
  for (let attempt = 1; ; attempt += 1) {
    const { names, version } = await readNames({ accountId, botId });
    const renamed = new Map(names);
    // Also what was merged into it before goes along.
    for (const [from, to] of names) if (to === topic) renamed.set(from, name);
    renamed.set(topic, name);
    const kept = [...renamed].filter(([, to]) => to !== '');
    if (kept.length > MOST_NAMES) throw new ParleyError('analytics.too_many_names');
    const isStored = await ifHolds(
      TopicNamesEntity.build(PutItemCommand)
        .item({ accountId, botId, names: storedNames(kept), version: version + 1 })
        .options({
          condition: version === 0 ? { attr: 'version', exists: false } : { attr: 'version', eq: version },
        })
        .send(),
    );
    if (isStored) return;
    if (attempt === 5) throw new ParleyError('server.unavailable');
  }
}

async function readNames({ accountId, botId }: Pick<AnalysedBot, 'accountId' | 'botId'>) {
  const found = await readItem(TopicNamesEntity, { accountId, botId });
  const stored = (found?.names ?? {}) as Readonly<Record<string, string>>;
  return {
    names: new Map(
      Object.entries(stored).map(([from, to]) => [from.startsWith(MARK) ? from.slice(1) : from, to]),
    ),
    version: found?.version ?? 0,
  };
}

/** Before names that objects have of themselves, such as `constructor`: the table's client would lose or refuse them. */
const MARK = '\n';

function storedNames(names: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map(([from, to]) => [from in {} ? MARK + from : from, to]));
}
