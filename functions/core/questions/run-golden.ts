import type { GoldenResult, GoldenSet } from '../../contract/golden';
import { type BotId, GoldenId } from '../../contract/ids';
import type { Language } from '../../contract/profile';
import type { RetrievalTrial } from '../../contract/retrieval';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { type Find, tryRetrieval } from '../answers/try-retrieval';
import { loadBot } from '../bots/bots';
import { fold, tokenise } from '../knowledge/index/analysis';
import type { BotKey } from '../knowledge/index/ports';
import type { StoredGolden } from './entity';
import { knowledgeVersion, readGolden, readGoldenSet } from './gate';
import { type Documents, documentsOf, keepRun, toGoldenSet } from './golden';

export interface GoldenDeps {
  readonly clock: Clock;
  readonly find: Find;
}

/** Questions that wait for the embedding model at once. */
const AT_ONCE = 5;

/**
 * Asks all test questions of a bot. What is judged is what the bot would answer from: it is the same each time, costs
 * no model's call, and no answer can be better than its passages.
 */
export async function runGoldenSet(deps: GoldenDeps, actor: Actor, botId: BotId): Promise<GoldenSet> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  const [set, knowledge] = await Promise.all([readGoldenSet(bot), knowledgeVersion(bot)]);
  // After both versions: whatever changes meanwhile makes this run one of the past.
  const [questions, documents] = await Promise.all([readGolden(bot), documentsOf(bot)]);
  const results = await all(questions, (question) =>
    judged(deps.find, bot, question, documents, bot.config.language),
  );
  const run = { ranAt: deps.clock().toISOString(), results, knowledge, questions: set.version ?? 0 };
  // A repeat on the same knowledge has the same to be compared with: it says nothing new.
  const isRepeat = set.latest?.knowledge === knowledge;
  await keepRun(bot, run, isRepeat ? set.previous : set.latest);
  return toGoldenSet(bot);
}

async function judged(
  find: Find,
  bot: BotKey,
  golden: StoredGolden,
  documents: Documents,
  language: Language,
): Promise<GoldenResult> {
  const trial = await tryRetrieval(find, bot, { question: golden.question, language });
  const { goldenId, source, words } = golden;
  const rank = source === undefined ? null : rankOf(documents.get(source)?.documentId, trial);
  const missing = words.filter((word) => !stands(word, trial));
  const hasSource = source === undefined || rank !== null;
  return {
    id: GoldenId.parse(goldenId),
    passed: trial.verdict === 'answers' && hasSource && missing.length === 0,
    verdict: trial.verdict,
    rank,
    missing,
  };
}

function rankOf(documentId: string | undefined, { passages }: RetrievalTrial): number | null {
  const place = passages.findIndex((passage) => passage.documentId === documentId);
  return place < 0 ? null : place + 1;
}

/** Whether a word, or words one after the other, stand in a passage, whatever their case and accents. */
function stands(words: string, { passages }: RetrievalTrial): boolean {
  const wanted = plain(words);
  return passages.some(({ heading, text }) => plain(`${heading ?? ''}\n${text}`).includes(wanted));
}

/** Words between single spaces, so that `30` does not stand in `300`. */
function plain(text: string): string {
  return ` ${tokenise(text).map(fold).join(' ')} `;
}

async function all<ITEM, RESULT>(
  items: readonly ITEM[],
  work: (item: ITEM) => Promise<RESULT>,
): Promise<RESULT[]> {
  const results: RESULT[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return results;
}
