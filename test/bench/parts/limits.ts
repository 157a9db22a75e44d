import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareOfNewcomer, shareOfNewcomers } from '#contract/accounts/limits';
import { PLANS } from '#contract/accounts/plans';
import type { Bot } from '#contract/bots/bots';
import type { SentMessage, SessionGrant } from '#contract/conversations/widget';
import { GOLDEN_LIMITS, type GoldenSet } from '#contract/insight/golden';
import type { Document } from '#contract/knowledge/documents';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { processed, uploadDocument } from '#test/helpers/documents';
import { apiClient, type TestUser } from '#test/helpers/users';
import { operatorTable } from '#test/integration/table';
import type { Part } from '../figures';
import { leftToOthers } from '../left-to-others';

const { modelAnswers, documentUploads, embeddedTokens } = PLANS.free.limits;
/** Nobody here has spoken before. */
const ANSWERS = shareOfNewcomers(modelAnswers);
const SHARE = shareOfNewcomer(modelAnswers);
/** Of a visitor, before they begin another conversation. */
const QUESTIONS = 5;
const QUESTION = 'Within how many days may I return the bicycle?';
/** That a customer of the neighbour's stage asks. */
const ASKED = 10;

/**
 * A visitor, a test run and a neighbour who each take all they can get of a free account, or of the stage, through the
 * whole local cloud, and what is left to others: all of it.
 */
export const limits: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-limits-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  try {
    const address = addressOf(cloud);
    progress('limits: a visitor asks for all that there is');
    const shop = await freeBot(address);
    const visitor = await leftToOthers({ all: ANSWERS, share: SHARE, take: asking(address, shop.bot) });

    progress('limits: a test run takes all it can get');
    const tested = await freeBot(address);
    const judged = await testUntilRefused(tested);
    const afterTests = await answersGot(address, tested.bot, ANSWERS);

    progress('limits: a neighbour uploads, embeds and asks for all that there is');
    const [neighbour, other] = [await freeBot(address), await freeBot(address)];
    const wordsOnly = await embedUntilRefused(neighbour);
    const uploads = await uploadUntilRefused(neighbour);
    await answersGot(address, neighbour.bot, ANSWERS + SHARE);
    const document = await takenIn(other, 'The bell is made of brass.');
    const answers = await answersGot(address, other.bot, ASKED);
    return {
      'limits.visitor_takes_pct': visitor.takenPct,
      'limits.left_by_visitor_pct': visitor.leftPct,
      'limits.tests_judged': judged,
      'limits.left_by_tests_pct': (100 * afterTests) / ANSWERS,
      'limits.neighbour_uploads': uploads,
      'limits.neighbour_words_only': wordsOnly ? 1 : 0,
      'limits.left_by_neighbour_pct': (100 * (answers + (document.wordsOnly ? 0 : 1))) / (ASKED + 1),
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};

interface Free {
  readonly owner: TestUser;
  readonly bot: Bot;
}

async function freeBot(cloud: CloudAddress): Promise<Free> {
  const made = await answeringBot(cloud);
  const table = await operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${made.owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'free');
  table.close();
  return made;
}

/**
 * Asks from a network of its own for each asker, since a network has a share as well, in ever new conversations; true
 * where the model answered.
 */
function asking(cloud: CloudAddress, { widgetId }: Bot): (asker: number) => Promise<boolean> {
  const origin = cloud.addresses.customer;
  const open = new Map<number, { readonly token: string; asked: number }>();
  return async (asker) => {
    const from = `127.${2 + asker}.0.1`;
    let visitor = open.get(asker);
    if (!visitor || visitor.asked >= QUESTIONS) {
      const path = { widgetId };
      const grant = await apiClient(cloud, undefined, { origin, from }).call<SessionGrant>('openSession', {
        path,
        body: {},
      });
      visitor = { token: grant.token, asked: 0 };
      open.set(asker, visitor);
    }
    visitor.asked += 1;
    const { answer } = await apiClient(cloud, visitor.token, { origin, from }).call<SentMessage>(
      'sendMessage',
      {
        path: { widgetId },
        body: { id: crypto.randomUUID(), text: QUESTION },
      },
    );
    return answer?.kind === 'generated';
  };
}

/** Answers of the model to so many questions, of which no address asks more than its share. */
async function answersGot(cloud: CloudAddress, bot: Bot, questions: number): Promise<number> {
  const ask = asking(cloud, bot);
  let got = 0;
  for (let count = 0; count < questions; count += 1) if (await ask(1 + Math.floor(count / SHARE))) got += 1;
  return got;
}

/** Runs a full set of test questions until the model answers none of them; how many were judged by its answers. */
async function testUntilRefused({ owner, bot }: Free): Promise<number> {
  const path = { botId: bot.id };
  for (let count = 1; count <= GOLDEN_LIMITS.questions; count += 1)
    await owner.call('addGolden', { path, body: { question: `${count}: ${QUESTION}`, words: ['45'] } });
  let judged = 0;
  for (;;) {
    const { latest } = await owner.call<GoldenSet>('runGoldenSet', { path });
    const passed = latest?.results.filter((result) => result.passed !== null).length ?? 0;
    judged += passed;
    if (passed < GOLDEN_LIMITS.questions) return judged;
  }
}

/** Takes in more than may be embedded in a day; whether what comes after it is found by words only. */
async function embedUntilRefused(free: Free): Promise<boolean> {
  // Three characters count as a token.
  const sentence = 'The bicycle has a frame, two wheels and a bell. ';
  const long = sentence.repeat(Math.ceil((3 * embeddedTokens) / sentence.length) + 1);
  await takenIn(free, long);
  const { wordsOnly = false } = await takenIn(free, 'The saddle is made of leather.');
  return wordsOnly;
}

async function takenIn({ owner, bot }: Free, content: string): Promise<Document> {
  const uploaded = await uploadDocument(owner, bot.id, { fileName: `${crypto.randomUUID()}.txt`, content });
  const document = await processed(owner, uploaded);
  if (document.status !== 'success')
    throw new Error(`a document was not taken in: ${document.failureReason}`);
  return document;
}

/** Announces files and deletes them, until one is refused. */
async function uploadUntilRefused({ owner, bot }: Free): Promise<number> {
  for (let uploads = 0; ; uploads += 1) {
    const body = { fileName: `${uploads}.txt`, size: 9 };
    const answer = await owner.send('registerDocument', { path: { botId: bot.id }, body });
    if (answer.status === 429) return uploads;
    if (uploads > documentUploads) throw new Error('uploads have no limit');
    const { document } = answer.json() as { readonly document: Document };
    await owner.call('deleteDocument', { path: { botId: bot.id, documentId: document.id } });
  }
}
