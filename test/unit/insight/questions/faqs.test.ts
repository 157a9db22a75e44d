import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { type WriteFaq as Input, WriteFaq } from '#contract/knowledge/faqs';
import { loadAccount } from '#core/accounts/plan';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { listDocuments } from '#core/knowledge/documents/documents';
import { changeFaq, getFaq, writeFaq } from '#core/knowledge/faqs/faqs';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { extract } from '#core/reading/extract';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps } from '../../knowledge/setup';
import { questionsSetup } from './setup';

const { state, deps, key, ask } = questionsSetup('free');

const DOGS: Input = WriteFaq.parse({
  question: 'Can I bring my dog?',
  answer: 'Dogs on a lead are welcome.\n\nPlease keep them out of the glasshouse.',
  tags: ['visit'],
});
const write = (input: Partial<Input> = {}) =>
  writeFaq(deps, state.owner.actor, state.owner.botId, { ...DOGS, ...input });
const ref = (documentId: Awaited<ReturnType<typeof write>>['document']['id']) => ({ ...key(), documentId });
const titles = async () =>
  (await listDocuments(state.owner.actor, state.owner.botId, { limit: 50 })).items.map(({ title }) => title);
const counted = async () => (await loadAccount(state.owner.actor.accountId)).documentCount;

it('answers from the moment it is stored, with its question above its answer', async () => {
  const written = await write();
  const { document } = written;
  expect(written).toEqual({ document, question: DOGS.question, answer: DOGS.answer });
  expect(document).toMatchObject({
    title: DOGS.question,
    format: 'faq',
    status: 'success',
    passages: 1,
    tags: ['visit'],
    description: 'Dogs on a lead are welcome. Please keep them out of the glasshouse.',
  });
  const { verdict, passages } = await ask('Is my dog welcome on a lead?');
  expect(verdict).toBe('answers');
  expect(passages[0]).toMatchObject({
    documentId: document.id,
    title: DOGS.question,
    heading: DOGS.question,
  });
  expect(passages[0]?.text).toContain('Dogs on a lead');
  expect(await getFaq(state.owner.actor, ref(document.id))).toEqual({
    document,
    question: DOGS.question,
    answer: DOGS.answer,
  });
  expect(await counted()).toBe(1);
});

it('becomes another version where its words change, which answers in its place at once', async () => {
  const { document } = await write();
  const changed = await changeFaq(deps, state.owner.actor, ref(document.id), {
    answer: 'Dogs have to stay at home.',
  });
  expect(changed).toMatchObject({ question: DOGS.question, answer: 'Dogs have to stay at home.' });
  expect(changed.document).toMatchObject({ status: 'success', tags: ['visit'], replaces: null });
  expect(changed.document.id).not.toBe(document.id);
  const { passages } = await ask('Can I bring my dog?');
  expect(passages.map(({ text }) => text)).toEqual(['Dogs have to stay at home.']);
  expect(await titles()).toEqual([DOGS.question]);
  expect(await counted()).toBe(1);
  await expectRefusal(getFaq(state.owner.actor, ref(document.id)), 'document.not_found');
});

it('stays what it is where only its category or tags change', async () => {
  const { document } = await write();
  const changed = await changeFaq(deps, state.owner.actor, ref(document.id), {
    ...DOGS,
    category: 'Rules',
    tags: [],
  });
  expect(changed.document).toMatchObject({ id: document.id, category: 'Rules', tags: [] });
});

it('is refused where the bot has the same, and where the plan has no room', async () => {
  await write();
  await expectRefusal(write(), 'faq.exists');
  for (const number of [2, 3, 4, 5]) await write({ question: `Question number ${number}?` });
  await expectRefusal(write({ question: 'One too many?' }), 'plan.limit_exceeded');
  expect(await counted()).toBe(5);
});

it('answers no more from the moment it is deleted, and gives its place back', async () => {
  const { document } = await write();
  await deleteDocument(clock, state.owner.actor, ref(document.id));
  expect((await ask('Can I bring my dog?')).verdict).toBe('no_knowledge');
  expect(await counted()).toBe(0);
});

it('is read by the queue where its own call could not', async () => {
  state.buckets.s3
    .on(PutObjectCommand, { Bucket: 'index' })
    .rejectsOnce(new Error('S3 is busy'))
    .callsFake(() => ({}));
  const failing = write();
  const { document } = await failing;
  expect(document.status).toBe('processing');
  const [job] = state.buckets.queued;
  if (!job) throw new Error('Nothing is queued.');
  await ingestDocument(ingestDeps({ extract }), job.body, delivery());
  expect((await getFaq(state.owner.actor, ref(document.id))).document.status).toBe('success');
});

it('is left alone by the queue when it is done', async () => {
  const { document } = await write();
  const [job] = state.buckets.queued;
  if (!job) throw new Error('Nothing is queued.');
  await ingestDocument(ingestDeps({ extract }), job.body, delivery());
  expect((await getFaq(state.owner.actor, ref(document.id))).document).toEqual(document);
});

it('may have anything in its words', async () => {
  const { document } = await write({ question: '%PDF- or PK?', answer: '%PDF-1.7 is how a PDF begins.' });
  expect(document.status).toBe('success');
});

it.each([
  ['without a question', '', 'a'],
  ['without words in its question', '???', 'a'],
  ['with a question that is too long', 'x'.repeat(201), 'a'],
  ['without an answer', 'Why?', ''],
  ['with an answer that is too long', 'Why?', 'x'.repeat(5_001)],
])('is none %s', (_, question, answer) => {
  expect(WriteFaq.safeParse({ question, answer }).success).toBe(false);
});
