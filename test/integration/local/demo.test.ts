import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionLocally } from '../../../bin/local/demo';
import type { Demo } from '../../../functions/contract/previews';
import { ROOT } from '../../helpers/assembly';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { apiClient } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { operatorTable } from '../api/table';

let own: OwnCloud;
beforeAll(async () => {
  own = await startCloud();
}, 60_000);
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

  for (const [widgetId, question, answer] of [
    [widgets.en, 'What does the Starter plan cost?', '29 US dollars'],
    [widgets.de, 'Welche Dateiformate kann ich hochladen?', 'DOCX'],
  ] as const) {
    const visitor = await openVisitor(own, widgetId);
    const { message, citations } = await visitor.ask(question);
    expect(message.text).toContain(answer);
    expect(citations.length).toBeGreaterThan(0);
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
}, 120_000);
