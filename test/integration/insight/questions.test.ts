import { beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { type ApiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let viewer: ApiClient;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  viewer = await join(cloud, owner, 'viewer');
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});

const at = (more: object = {}) => ({ path: { botId: bot.id, ...more } });
const open = async () => (await ok(owner, 'listUnanswered', at())).items;

test('what a visitor asks in vain is listed, answered by a pair, cited, opened, changed and deleted', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const first = await visitor.ask('Is the glasshouse heated in winter?');
  expect(first.kind).toBe('abstained');
  await visitor.ask('Do you heat the glasshouse in winter?');
  const group = await waitFor('the group', async () => (await open()).find(({ count }) => count === 2));
  expect(group).toMatchObject({ question: 'Is the glasshouse heated in winter?', state: 'open' });
  expect(group.examples[0]).toMatchObject({ conversationId: visitor.grant.conversationId });
  const its = at({ unansweredId: group.id });

  await refused(owner, 'actOnUnanswered', 'request.invalid', { ...its, body: { action: 'burn' } });
  await refused(owner, 'listUnanswered', 'request.invalid', { ...at(), query: { state: 'lost' } });
  await ok(owner, 'actOnUnanswered', { ...its, body: { action: 'dismiss' } });
  expect(await open()).toEqual([]);
  await ok(owner, 'actOnUnanswered', { ...its, body: { action: 'reopen' } });
  expect((await ok(viewer, 'listUnanswered', at())).items).toHaveLength(1);

  const body = {
    question: 'Is the glasshouse heated in winter?',
    answer: 'Yes, the glasshouse is heated to 18 degrees in winter.',
    tags: ['glasshouse'],
  };
  await refused(owner, 'answerUnanswered', 'request.invalid', { ...its, body: { ...body, answer: ' ' } });
  await refused(owner, 'answerUnanswered', 'unanswered.not_found', {
    ...at({ unansweredId: 'another' }),
    body,
  });
  const { faq, unanswered } = await ok(owner, 'answerUnanswered', { ...its, body });
  expect(unanswered).toMatchObject({ state: 'answered', documentId: faq.document.id });
  expect(faq.document).toMatchObject({ status: 'success', format: 'faq', title: body.question });
  expect(await open()).toEqual([]);

  const answer = await visitor.ask('Is the glasshouse heated in winter?');
  expect(answer.kind).toBe('generated');
  expect(answer.message.text).toContain('18 degrees');
  expect(answer.citations[0]).toMatchObject({ documentId: faq.document.id, title: body.question });
  const source = await visitor.api.send('openSource', {
    path: { widgetId: bot.widgetId, documentId: faq.document.id },
  });
  const original = await request((source.json() as { url: string }).url);
  expect(original.text()).toBe(`${body.question}\n\n${body.answer}\n`);

  const pair = at({ documentId: faq.document.id });
  expect(await ok(viewer, 'getFaq', pair)).toEqual(faq);
  await refused(owner, 'changeFaq', 'request.invalid', { ...pair, body: { answer: '' } });
  const changed = await ok(owner, 'changeFaq', {
    ...pair,
    body: { answer: 'To 21 degrees, in winter too.' },
  });
  expect(changed.document).toMatchObject({ status: 'success', tags: ['glasshouse'] });
  await refused(owner, 'getFaq', 'document.not_found', pair);
  const { passages } = await ok(owner, 'tryRetrieval', {
    ...at(),
    body: { question: 'Is the glasshouse heated in winter?' },
  });
  expect(passages.map(({ text }) => text)).toEqual(['To 21 degrees, in winter too.']);
  await ok(owner, 'deleteDocument', at({ documentId: changed.document.id }));
  const last = await visitor.ask('How warm is the glasshouse in winter?');
  expect(last.kind).toBe('abstained');
  // What their owner sees of the same question is what they read.
  const trial = await ok(owner, 'tryRetrieval', {
    ...at(),
    body: { question: 'How warm is the glasshouse in winter?' },
  });
  expect(trial.verdict).not.toBe('answers');
  expect(trial.reply).toEqual({ text: last.message.text, citations: [] });
});

describe('test questions', () => {
  test('are kept, run, and hold a deployment back that would do harm', async () => {
    const { document } = await ok(owner, 'writeFaq', {
      ...at(),
      body: { question: 'Is there a car park?', answer: 'A car park with 40 spaces is across the road.' },
    });
    const body = { question: 'Is there a car park?', source: document.id, words: ['40 spaces'] };
    await refused(owner, 'addGolden', 'request.invalid', { ...at(), body: { question: 'Why?' } });
    await refused(owner, 'addGolden', 'document.not_found', { ...at(), body: { ...body, source: 'x' } });
    const golden = await ok(owner, 'addGolden', { ...at(), body });
    const its = at({ goldenId: golden.id });
    await ok(owner, 'changeGolden', { ...its, body: { ...body, words: ['across the road'] } });
    await refused(owner, 'updateGoldenSet', 'request.invalid', { ...at(), body: {} });
    await ok(owner, 'updateGoldenSet', { ...at(), body: { refusesRegressions: true } });

    const publish = { ...at(), body: { action: 'publish' } };
    await refused(owner, 'actOnBot', 'golden.run_needed', publish);
    const { latest, isCurrent } = await ok(owner, 'runGoldenSet', at());
    expect(latest?.results).toMatchObject([{ id: golden.id, passed: true, rank: 1 }]);
    expect(isCurrent).toBe(true);
    await ok(owner, 'actOnBot', publish);

    await ok(owner, 'changeFaq', { ...at({ documentId: document.id }), body: { answer: 'None at all.' } });
    await ok(owner, 'runGoldenSet', at());
    const { details } = await refused(owner, 'actOnBot', 'golden.regressed', publish);
    expect(details).toEqual({ questions: ['Is there a car park?'] });
    const seen = await ok(viewer, 'getGoldenSet', at());
    expect(seen).toMatchObject({
      refusesRegressions: true,
      latest: { results: [{ passed: false, missing: ['across the road'] }] },
      before: { results: [{ passed: true }] },
    });
    await ok(owner, 'updateGoldenSet', { ...at(), body: { refusesRegressions: false } });
    await ok(owner, 'actOnBot', publish);

    await ok(owner, 'deleteGolden', its);
    await ok(owner, 'deleteGolden', its);
    expect((await ok(owner, 'getGoldenSet', at())).questions).toEqual([]);
  });
});
