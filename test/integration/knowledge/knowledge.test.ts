import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Usage } from '#contract/accounts/usage';
import type { Bot } from '#contract/bots/bots';
import type { Document, OriginalLink } from '#contract/knowledge/documents';
import { sharedCloud } from '../../helpers/cloud';
import { processed, uploadDocument } from '../../helpers/documents';
import { request } from '../../helpers/request';
import { newUser, type TestUser } from '../../helpers/users';
import { openVisitor, type TestVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';

const cloud = sharedCloud();
const fixture = (name: string) => readFile(join(import.meta.dirname, '../../fixtures', name));

let user: TestUser;
let bot: Bot;
let visitor: TestVisitor;

beforeAll(async () => {
  user = await newUser(cloud);
  bot = await user.call<Bot>('createBot', { body: { name: 'Handbooks', language: 'en', deploy: true } });
  const files = ['owners-handbook.pdf', 'mieterhandbuch.docx'];
  const uploads = await Promise.all(
    files.map(async (fileName) =>
      uploadDocument(user, bot.id, { fileName, content: await fixture(fileName) }),
    ),
  );
  const [pdf, docx] = await Promise.all(uploads.map((document) => processed(user, document)));
  expect(pdf).toMatchObject({ status: 'success', format: 'pdf', pages: 33, language: 'en' });
  expect(docx).toMatchObject({ status: 'success', format: 'docx', language: 'de' });
  visitor = await openVisitor(cloud, bot.widgetId);
  return async () => void (await visitor.close());
});

describe('a visitor who asks', () => {
  test('in English reads a streamed answer that cites the right page of the PDF', async () => {
    const { message, citations } = await visitor.ask('Within how many days may I return the bicycle?');
    expect(message).toMatchObject({ author: 'bot', kind: 'generated' });
    expect(message.text).toContain('within 45 days after delivery');
    expect(citations[0]).toMatchObject({
      number: 1,
      title: expect.stringMatching(/handbook/i),
      page: 25,
    });
    const streamed = visitor.events
      .filter((event) => event.type === 'answer.delta')
      .filter((event) => event.inReplyTo === message.inReplyTo);
    // The end may come before the last piece was due: what came until then is how the answer begins.
    expect(streamed.length).toBeGreaterThan(0);
    expect(message.text.startsWith(streamed.map(({ text }) => text).join(''))).toBe(true);
    let length = 0;
    for (const { offset, text } of streamed) {
      expect(offset).toBe(length);
      length += text.length;
    }
  });

  test('in German reads an answer from the Word document, with the heading that it stands under', async () => {
    const { message, citations } = await visitor.ask('Wie lang ist die Kündigungsfrist?');
    expect(message.text).toContain('drei Monate zum Monatsende');
    expect(citations[0]).toMatchObject({
      title: expect.stringMatching(/mieterhandbuch/i),
      heading: expect.stringContaining('Kündigung'),
    });
  });

  test('opens the original that an answer cites', async () => {
    const { citations } = await visitor.ask('How long is the frame guaranteed?');
    const { url } = await visitor.api.call<OriginalLink>('openSource', {
      path: { widgetId: bot.widgetId, documentId: citations[0]?.documentId ?? '' },
    });
    const original = await request(url);
    expect(original.status).toBe(200);
    expect(original.body.equals(await fixture('owners-handbook.pdf'))).toBe(true);
  });

  test('what no document answers is told so', async () => {
    const { message, citations } = await visitor.ask('Who was the first woman in space?');
    expect(message).toMatchObject({ kind: 'abstained', text: bot.fallbackMessage });
    expect(citations).toEqual([]);
  });
});

test('pages that are pictures are read, in both languages, once their bot is to read them', async () => {
  const content = await fixture('documents/scan.pdf');
  const upload = await uploadDocument(user, bot.id, { fileName: 'scan.pdf', content });
  const before = await processed(user, upload);
  expect(before.notices).toEqual([{ kind: 'pictures_off', count: 2, pages: [2, 3] }]);
  const { version } = await user.call<Bot>('getBot', { path: { botId: bot.id } });
  await user.call<Bot>('updateBot', {
    path: { botId: bot.id },
    body: { version, readsPictures: true },
  });
  const path = { botId: bot.id, documentId: before.id };
  const told = await waitFor('the scanned pages', async () => {
    const { notices } = await user.call<Document>('getDocument', { path });
    return notices.some(({ kind }) => kind === 'pages_recognised') ? notices : undefined;
  });
  expect(told).toEqual([{ kind: 'pages_recognised', count: 2, pages: [2, 3] }]);
  expect((await user.call<Usage>('getUsage', {})).picturePages?.used).toBe(2);
  const { message, citations } = await visitor.ask('What does a berth under cover cost?');
  expect(message.text).toContain('38 pounds a metre');
  expect(citations[0]).toMatchObject({ page: 2 });
});
