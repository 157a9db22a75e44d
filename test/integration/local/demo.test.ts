import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionLocally } from '../../../bin/local/demo';
import { PLANS } from '../../../functions/contract/plans';
import type { Demo } from '../../../functions/contract/previews';
import type { Language } from '../../../functions/contract/profile';
import type { PublicBot } from '../../../functions/contract/public-bot';
import { ROOT } from '../../helpers/assembly';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { apiClient } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { operatorTable } from '../api/table';

const PRICES = [PLANS.starter, PLANS.professional, PLANS.enterprise].map(({ price }) => price);

/** What an answer has to hold, by question: those that the bots propose, and one for a single plan. */
const TOLD: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    'What does Parley cost?': [...PRICES.map((price) => `${price} US dollars`), '20 per cent'],
    'Which file formats can I upload?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'How do I put the chat on my website?': ['Copy the embed code', 'paste it'],
    'What does the Starter plan cost?': [`${PLANS.starter.price} US dollars`],
  },
  de: {
    'Was kostet Parley?': [...PRICES.map((price) => `${price} Euro`), '20 Prozent'],
    'Welche Dateiformate kann ich hochladen?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'Wie bringe ich den Chat auf meine Website?': ['Kopieren Sie den Einbettungscode', 'fügen Sie ihn'],
    'Was kostet der Tarif Starter?': [`${PLANS.starter.price} Euro`],
  },
};

let own: OwnCloud;
beforeAll(async () => {
  own = await startCloud();
});
afterAll(() => own?.remove());

async function provision(): Promise<readonly string[]> {
  const log: string[] = [];
  await provisionLocally(ROOT, own.cloud, { state: own.state, log: (line) => log.push(line) }).done;
  return log;
}

test('a fresh stage gets bots that know Parley, in both languages, once', async () => {
  const anyone = apiClient(own);
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets: null });
  expect(await provision()).toEqual(['demo  the demo bots have read their articles']);
  const { widgets } = await anyone.call<Demo>('getDemo');
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
      for (const fact of facts) expect(message.text).toContain(fact);
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
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets });
});
