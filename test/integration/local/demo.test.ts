import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ENVIRONMENT, environmentOf, provisionLocally } from '#bin/local/demo';
import { PLANS } from '#contract/accounts/plans';
import type { Language } from '#contract/accounts/profile';
import type { Bot } from '#contract/bots/bots';
import type { Demo } from '#contract/bots/previews';
import type { PublicBot } from '#contract/bots/public-bot';
import type { ConversationSummary } from '#contract/conversations/inbox';
import type { AnalyticsReport, FlowReport } from '#contract/insight/analytics';
import { ROOT } from '#test/helpers/assembly';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { apiClient, newUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { operatorTable } from '../table';

const PRICES = [PLANS.starter, PLANS.professional, PLANS.enterprise].map(({ price }) => price);

/** What an answer has to hold, by question: those that the bots propose, and one for a single plan. */
const TOLD: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    'What does Parley cost?': [...PRICES.map((price) => `${price} US dollars`), '20%'],
    'Which file formats can I upload?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'How do I put the chat on my website?': ['Copy the embed code', 'paste it'],
    'What does the Starter plan cost?': [`${PLANS.starter.price} US dollars`],
  },
  de: {
    'Was kostet Parley?': [...PRICES.map((price) => `${price} Euro`), '20 %'],
    'Welche Dateiformate kann ich hochladen?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'Wie bringe ich den Chat auf meine Website?': ['Kopieren Sie den Einbettungscode', 'fügen Sie ihn'],
    'Was kostet der Tarif Starter?': [`${PLANS.starter.price} Euro`],
  },
};

let own: OwnCloud;
beforeAll(async () => {
  own = await startCloud({ pages: false });
}, 300_000);
afterAll(() => own?.remove());

async function provision(): Promise<readonly string[]> {
  const log: string[] = [];
  await provisionLocally(ROOT, own.cloud, { state: own.state, log: (line) => log.push(line) }).done;
  return log;
}

test('a fresh stage gets bots that know Parley, in both languages, once', async () => {
  const anyone = apiClient(own);
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets: null, help: null });
  expect(await provision()).toEqual(['demo  the demo bots have read their articles']);
  const { widgets, help } = await anyone.call<Demo>('getDemo');
  if (!widgets) throw new Error('There are no demo bots.');

  for (const language of ['en', 'de'] as const) {
    const told = TOLD[language];
    const visitor = await openVisitor(own, widgets[language]);
    const { starterQuestions } = await anyone.call<PublicBot>('getPublicBot', {
      path: { botId: widgets[language] },
    });
    expect(Object.keys(told)).toEqual(expect.arrayContaining([...starterQuestions]));
    for (const [question, facts] of Object.entries(told)) {
      const { message, citations } = await visitor.ask(question);
      const text = message.text.replaceAll('\u00a0', ' ');
      for (const fact of facts) expect(text).toContain(fact);
      expect(citations.length).toBeGreaterThan(0);
    }
    await visitor.close();
  }

  // Nothing has changed since: not even looked at.
  expect(await provision()).toEqual([]);
  // A state that lost what it remembers of it: the same bots, with the same articles.
  const table = await operatorTable(own);
  await table.remove({ pk: 'DEMO', sk: 'DEMO' });
  table.close();
  await rm(`${own.state}/demo`);
  expect(await provision()).toEqual(['demo  the demo bots have read their articles']);
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets, help });
}, 600_000);

const fill = (email: string, ...more: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'bin/demo.ts', '--fill', '--account', email, '--state', own.state, ...more],
    { cwd: ROOT, env: { PATH: process.env.PATH } },
  );

test('the past of an account is filled and counted when the command ends, a flow and contact details included', async () => {
  await writeFile(path.join(own.state, DEMO_ENVIRONMENT), JSON.stringify(environmentOf(own.cloud)));
  const owner = await newUser(own);
  const { stdout } = await fill(owner.email, '--days', '2');
  expect(stdout).toContain('all of it is counted');

  const { items: bots } = await owner.call<{ items: Bot[] }>('listBots');
  expect(bots).toHaveLength(5);
  expect(new Set(bots.map(({ language }) => language))).toEqual(new Set(['en', 'de']));
  const report = await owner.call<AnalyticsReport>('getAnalytics', {
    query: { range: '7d', bots: bots.map(({ id }) => id).join(',') },
  });
  const { items } = await owner.call<{ items: ConversationSummary[] }>('listConversations', {
    query: { limit: '100' },
  });
  expect(report.totals.conversations).toBe(items.length);
  expect(report.bots.every(({ totals }) => totals.conversations > 0)).toBe(true);
  expect(report.funnel.find(({ stage }) => stage === 'provided_contact_info')?.count).toBeGreaterThan(0);
  // No sweep has answered in the place of the bot, with today's date.
  expect(report.totals.responseMs).toBeLessThan(60_000);
  const withFlow = bots.find(({ flow }) => flow !== null);
  const flow = await owner.call<FlowReport>('getFlowReport', {
    query: { range: '7d', botId: withFlow?.id ?? '' },
  });
  expect(flow.links.length).toBeGreaterThan(2);

  // Taken up again it adds nothing.
  expect((await fill(owner.email, '--days', '2')).stdout).toContain(' are there already');
  const again = await owner.call<AnalyticsReport>('getAnalytics', { query: { range: '7d' } });
  expect(again.totals).toEqual(report.totals);
}, 600_000);

test('a stage whose environment lacks something gets nothing of a past', async () => {
  const { INDEX_BUCKET: _, ...lacking } = environmentOf(own.cloud);
  await writeFile(path.join(own.state, DEMO_ENVIRONMENT), JSON.stringify(lacking));
  const owner = await newUser(own);
  await expect(fill(owner.email)).rejects.toThrow('INDEX_BUCKET');
  expect((await owner.call<{ items: Bot[] }>('listBots')).items).toEqual([]);
});
