import { performance } from 'node:perf_hooks';
import { ConversationQuery } from '#contract/conversations/inbox';
import { listConversations } from '#core/conversations/inbox/list-conversations';
import { PACKED, wordsPartition } from '#core/conversations/words/entity';
import { packRows } from '#core/conversations/words/packed-rows';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { startLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from '#test/unit/insight/analytics/setup';
import { type Capacity, measureCapacity } from '../capacity';
import { type Figures, median, type Part } from '../figures';

const FROM = new Date('2026-01-01T00:00:00Z');
const DAYS = 365;
const SIZES = [100, 10_000, 100_000] as const;
const REPEATS = 5;
/** One conversation in so many has the rarer word, and each the common one. */
const RARE = 50;
/** Items that are made and written at once, so that the largest size needs no more memory than a part of it. */
const CHUNK = 5_000;

/** What a page of the inbox takes, by each filter, where one bot has few and many conversations. */
export const inbox: Part = async ({ progress }) => {
  const table = await startLocalTable({ overHttp: true });
  const capacity = measureCapacity();
  try {
    const figures: Record<string, number> = {};
    for (const size of SIZES) {
      progress(`inbox: ${size} conversations of one bot`);
      Object.assign(figures, await measure(size, capacity));
    }
    // How much more of the table a filter takes where there is ten times as much in it, at most.
    figures['inbox.growth'] = Math.max(...ratios(figures));
    return figures;
  } finally {
    await table.close();
  }
};

async function measure(size: number, capacity: Capacity): Promise<Figures> {
  const { bots, ...actor } = await accountWithBots(1);
  const bot = bots[0] as (typeof bots)[number];
  const all = generateConversations(randomNumbers(size), bot, { count: size, from: FROM, days: DAYS });
  for (let first = 0; first < all.length; first += CHUNK)
    await writeItems(all.slice(first, first + CHUNK).flatMap((each) => itemsOf(each).slice(-2)));
  await writeItems(packed(all));
  const filters: Readonly<Record<string, object>> = {
    all: {},
    bot: { botId: bot.botId },
    status: { status: 'ended' },
    bot_status: { botId: bot.botId, status: 'ended' },
    date: { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' },
    language: { language: 'de' },
    rating: { stars: 5 },
    assignee: { assignee: 'nobody' },
    unanswered: { unanswered: 'yes' },
    rare_word: { text: 'sauna' },
    common_word: { text: 'tent' },
  };
  const figures: Record<string, number> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const query = ConversationQuery.parse(filter);
    const took: number[] = [];
    capacity.forget();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const begun = performance.now();
      await listConversations(actor, query);
      took.push(performance.now() - begun);
    }
    figures[`inbox.${size}.${name}_ms`] = median(took);
    figures[`inbox.${size}.${name}_units`] = capacity.units() / REPEATS;
  }
  return figures;
}

/** Conversations whose words lie in one item. */
const TOGETHER = 128;
/** Of a conversation of five questions and answers, with the common word. */
const WORDS = 90;

/** The words by which conversations are found, as they are packed: some of a language's frequent ones each. */
function packed(conversations: readonly GeneratedConversation[]): Record<string, unknown>[] {
  const sorted = conversations.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
  const random = randomNumbers(1);
  const items: Record<string, unknown>[] = [];
  for (let place = 0; place < sorted.length; place += TOGETHER) {
    const together = sorted.slice(place, place + TOGETHER);
    const [{ accountId, conversationId: first }, last] = [together[0], together.at(-1)] as [
      GeneratedConversation,
      GeneratedConversation,
    ];
    const rows = together.map(({ conversationId }, at) => {
      const words = Array.from({ length: WORDS }, () => `word${Math.floor(4_000 * random() ** 2)}`);
      return [
        conversationId,
        new Set(['tent', ...words, ...((place + at) % RARE === 0 ? ['sauna'] : [])]),
      ] as const;
    });
    items.push({
      pk: wordsPartition(accountId),
      sk: `${PACKED}${first}`,
      entity: 'PackedWords',
      ...{ accountId, first, last: last.conversationId, rows: packRows(new Map(rows)), revision: 1 },
    });
  }
  return items;
}

function ratios(figures: Figures): number[] {
  const [, least = 0, most = 0] = SIZES;
  return Object.entries(figures)
    .filter(([name]) => name.startsWith(`inbox.${most}.`) && name.endsWith('_units'))
    .map(([name, units]) => units / (figures[name.replace(`${most}`, `${least}`)] ?? units));
}
