import type { Flow } from '#contract/bots/flow';
import type { FlowQuery, FlowReport } from '#contract/insight/analytics';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { sumOf } from './metrics';
import { daysOf } from './ranges';
import { analysedBots, readDays, timeZoneOf } from './read-days';

/** How conversations went through a bot's flow. Steps are named as the draft names them now. */
export async function flowReport(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  query: FlowQuery,
): Promise<FlowReport> {
  const [timeZone, bots, bot] = await Promise.all([
    timeZoneOf(accountId),
    analysedBots(accountId, [query.botId]),
    loadBot({ accountId, botId: query.botId }),
  ]);
  const { from, to } = daysOf(query, clock(), timeZone);
  const counts = sumOf((await readDays(bots, 'FLOW', from, to)).map((day) => day.counts));
  const titles = titlesOf(bot.config.flow);
  const named = Object.entries(counts).filter(([, count]) => count > 0);
  return {
    steps: named
      .filter(([name]) => name.startsWith('at '))
      .map(([name, reached]) => {
        const id = name.slice('at '.length);
        return { id, title: titles.get(id) ?? null, reached, stopped: counts[`stop ${id}`] ?? 0 };
      })
      .sort((a, b) => b.reached - a.reached),
    links: named
      .filter(([name]) => name.startsWith('way '))
      .map(([name, count]) => {
        const [, from = '', to = ''] = name.split(' ');
        return { from, to, count };
      })
      .sort((a, b) => b.count - a.count),
  };
}

function titlesOf(flow: Flow | null): ReadonlyMap<string, string> {
  return new Map(
    (flow?.steps ?? []).map((step) => [step.id, 'text' in step ? step.text.slice(0, 80) : step.id]),
  );
}
