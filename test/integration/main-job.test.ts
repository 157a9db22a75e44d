import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { type OwnCloud, startCloud } from '../helpers/cloud';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser } from '../helpers/users';
import { openVisitor } from '../helpers/visitor';

const fixture = (name: string) => readFile(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

let own: OwnCloud;

beforeAll(async () => {
  own = await startCloud({ pages: false });
});
afterAll(() => own?.remove());
beforeEach(() => onTestFailed(() => console.log(own.log.join('\n'))));

async function botWith(language: 'en' | 'de', fileName: string): Promise<Bot> {
  const user = await newUser(own, { language });
  const bot = await user.call<Bot>('createBot', {
    body: { name: `Handbook ${language}`, language, deploy: true },
  });
  const uploaded = await uploadDocument(user, bot.id, { fileName, content: await fixture(fileName) });
  expect(await processed(user, uploaded)).toMatchObject({ status: 'success', failureReason: null });
  return bot;
}

describe('the main job', () => {
  it('goes from a sign-up over an English PDF to a streamed, cited answer', async () => {
    const bot = await botWith('en', 'owners-handbook.pdf');
    const visitor = await openVisitor(own, bot.widgetId);
    const answer = await visitor.ask('How much does a new box cost?');
    expect(answer.kind).toBe('generated');
    expect(answer.message.text).toContain('39 euros');
    expect(answer.citations[0]).toMatchObject({
      number: 1,
      title: "Nordwind Cycles Owner's Handbook",
      page: expect.any(Number),
      quote: expect.stringContaining('box'),
    });
    const streamed = visitor.events.filter((event) => event.type === 'answer.delta');
    expect(streamed.length).toBeGreaterThan(0);
    // What the stream had not said yet comes with its end.
    expect(answer.message.text.startsWith(streamed.map((event) => event.text).join(''))).toBe(true);
    await visitor.close();
    await own.cloud.drained();
  });

  it('does so in German over a Word document, and abstains where nothing is written', async () => {
    const bot = await botWith('de', 'mieterhandbuch.docx');
    const visitor = await openVisitor(own, bot.widgetId);
    const answer = await visitor.ask('Wie hoch ist die Kaution?');
    expect(answer).toMatchObject({
      kind: 'generated',
      message: { text: expect.stringContaining('Eine Kaution verlangen wir nicht.') },
      citations: [{ number: 1, title: 'Mieterhandbuch der Wohnungsgenossenschaft Lindenhof' }],
    });
    const none = await visitor.ask('Wer gewann 1998 die Fußballweltmeisterschaft?');
    expect(none).toMatchObject({
      kind: 'abstained',
      citations: [],
      message: { text: 'Dazu habe ich in unseren Unterlagen leider keine Antwort gefunden.' },
    });
    await visitor.close();
  });

  it('leaves nothing in a dead-letter queue', async () => {
    await own.cloud.drained();
    expect(own.log.filter((line) => /ERROR|not authorized|Timedout|OutOfMemory/.test(line))).toEqual([]);
  });
});
