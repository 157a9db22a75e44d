import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import { GOLDEN_LIMITS, WriteGolden } from '#contract/insight/golden';
import { WriteFaq } from '#contract/knowledge/faqs';
import { BotEntity, replaced } from '#core/bots/entity';
import { GoldenSetEntity } from '#core/insight/questions/entity';
import {
  addGolden,
  changeGolden,
  deleteGolden,
  getGoldenSet,
  updateGoldenSet,
} from '#core/insight/questions/golden';
import { runGoldenSet } from '#core/insight/questions/run-golden';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { changeFaq, writeFaq } from '#core/knowledge/faqs/faqs';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, startBot } from '../../knowledge/setup';
import { questionsSetup } from './setup';

const { state, deps, answerer, key } = questionsSetup();
beforeEach(() => {
  process.env.WIDGET_BUCKET = 'widget';
});

const write = async (question: string, answer: string) =>
  (await writeFaq(deps, state.owner.actor, state.owner.botId, WriteFaq.parse({ question, answer }))).document;
const add = (input: object) =>
  addGolden(clock, state.owner.actor, state.owner.botId, WriteGolden.parse(input));
const run = () => runGoldenSet({ clock, answerer }, state.owner.actor, state.owner.botId);
const publish = () => actOnBot(clock, state.owner.actor, state.owner.botId, { action: 'publish' });
const refuse = (refusesRegressions: boolean) =>
  updateGoldenSet(state.owner.actor, state.owner.botId, { refusesRegressions });

describe('a run', () => {
  it('passes where the expected source is found and the expected words stand in what is', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead cost 300 cents a day.');
    await write('When are you open?', 'From nine to five, but for Mondays.');
    await add({ question: 'What does a dog cost?', source: dogs.id, words: ['on a LEAD', '300'] });
    await add({ question: 'What does a dog cost?', words: ['30'] });
    await add({ question: 'When are you open?', source: dogs.id });
    await add({ question: 'Who invented the telephone in Philadelphia?', words: ['Bell'] });
    const { latest, isCurrent, before, questions } = await run();
    expect(isCurrent).toBe(true);
    expect(before).toBeNull();
    expect(questions[0]).toMatchObject({ source: dogs.id, sourceTitle: 'Can I bring my dog?' });
    expect(latest?.results).toMatchObject([
      { passed: true, verdict: 'answers', rank: 1, missing: [] },
      { passed: false, missing: ['30'], rank: null },
      { passed: false },
      { passed: false, missing: ['Bell'] },
    ]);
    expect(latest?.results[3]?.verdict).not.toBe('answers');
  });

  it('fails what the bot abstains from, though the expected source is found', async () => {
    const terms = await write('How long is the warranty?', 'The warranty on our bicycles is two years.');
    await add({ question: 'Are our bicycles insured?', source: terms.id });
    const { latest } = await run();
    expect(latest?.results).toMatchObject([{ passed: false, verdict: 'declined', rank: null }]);
  });

  it('fails what stands in passages that were found, and not in the answer', async () => {
    const hotel = await write('Was kostet das Parken?', 'Das Parken kostet 12 € am Tag.');
    const other = await write('Was kostet das Parken am Weingut?', 'Am Weingut kostet der Riesling 6,90 €.');
    await write('Was kostet das Frühstück?', 'Das Frühstück kostet 18,50 € und ab 25 € gibt es Sekt.');
    const parking = 'Was kostet das Parken?';
    await add({ question: parking, source: hotel.id, words: ['12 €', '12,00 EUR', '12', 'am Tag'] });
    await add({ question: parking, words: ['6,90'] });
    await add({ question: parking, source: other.id });
    await add({ question: 'Was kostet das Frühstück?', words: ['18,50', '25 £', '25 €'] });
    expect((await run()).latest?.results).toMatchObject([
      { passed: true, rank: 1, missing: [] },
      { passed: false, verdict: 'answers', missing: ['6,90'] },
      { passed: false, verdict: 'answers', rank: null },
      { passed: false, missing: ['25 £'] },
    ]);
  });

  it('says what the model took, and judges nothing while it is down', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', source: dogs.id });
    await add({ question: 'Is a dog insured?', source: dogs.id });
    state.model.usage = { inputTokens: 1_000_000, outputTokens: 0 };
    expect((await run()).latest?.costUsd).toBeCloseTo(0.12);
    state.model.isDown = true;
    expect((await run()).latest).toMatchObject({
      costUsd: null,
      results: [
        { passed: null, verdict: 'quotes' },
        { passed: null, verdict: 'model_failed', rank: null },
      ],
    });
  });

  it('asks again only what the one before could not judge, while nothing else has changed', async () => {
    await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', words: ['lead'] });
    await add({ question: 'Who invented the telephone in Philadelphia?', words: ['Bell'] });
    const answer = vi.fn(answerer.answer);
    const passed = async () => {
      const { latest } = await runGoldenSet(
        { clock, answerer: { answer } },
        state.owner.actor,
        state.owner.botId,
      );
      return latest?.results.map((result) => result.passed);
    };
    state.model.isDown = true;
    // No passage speaks of the telephone: for that no model is asked.
    expect(await passed()).toEqual([null, false]);
    state.model.isDown = false;
    answer.mockClear();
    expect(await passed()).toEqual([true, false]);
    expect(answer.mock.calls.map(([{ question }]) => question)).toEqual(['Can I bring my dog?']);
    // All are judged: whoever runs them now means all.
    answer.mockClear();
    await passed();
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it('is one of the past when the bot answers with another model', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', source: dogs.id });
    expect((await run()).isCurrent).toBe(true);
    await BotEntity.build(UpdateItemCommand)
      .item({ ...key(), config: replaced({ ...botDefaults('en'), model: 'another' }) })
      .send();
    expect((await getGoldenSet(state.owner.actor, state.owner.botId)).isCurrent).toBe(false);
    expect((await run()).isCurrent).toBe(true);
  });

  it('knows the source by its new version, and a deleted one as gone', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', source: dogs.id });
    const { document } = await changeFaq(
      deps,
      state.owner.actor,
      { ...key(), documentId: dogs.id },
      { answer: 'Dogs are not allowed.' },
    );
    expect((await run()).latest?.results[0]).toMatchObject({ passed: true, rank: 1 });
    expect((await getGoldenSet(state.owner.actor, state.owner.botId)).questions[0]).toMatchObject({
      source: document.id,
    });
    await deleteDocument(clock, state.owner.actor, { ...key(), documentId: document.id });
    const { latest, before, questions } = await run();
    expect(questions[0]?.sourceTitle).toBeNull();
    expect(latest?.results[0]).toMatchObject({ passed: false });
    expect(before?.results[0]).toMatchObject({ passed: true });
  });

  it('is one of the past when knowledge or questions have changed', async () => {
    await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    const golden = await add({ question: 'Can I bring my dog?', words: ['lead'] });
    const isCurrent = async () => (await getGoldenSet(state.owner.actor, state.owner.botId)).isCurrent;
    expect((await run()).isCurrent).toBe(true);
    await write('When?', 'Now.');
    expect(await isCurrent()).toBe(false);
    expect((await run()).isCurrent).toBe(true);
    await changeGolden(
      clock,
      state.owner.actor,
      { ...key(), goldenId: golden.id },
      WriteGolden.parse({ question: 'Dogs?', words: ['lead'] }),
    );
    expect(await isCurrent()).toBe(false);
    // What another question came to says nothing of this one.
    expect((await getGoldenSet(state.owner.actor, state.owner.botId)).latest?.results).toEqual([]);
    await deleteGolden(state.owner.actor, { ...key(), goldenId: golden.id });
    await deleteGolden(state.owner.actor, { ...key(), goldenId: golden.id });
    expect(await getGoldenSet(state.owner.actor, state.owner.botId)).toMatchObject({
      questions: [],
      latest: { results: [] },
    });
  });
});

describe('runs', () => {
  it('of a bot follow one another', async () => {
    await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', words: ['lead'] });
    let second: unknown;
    const answer: typeof answerer.answer = async (...given) => {
      second = await run().catch((error: unknown) => error);
      return answerer.answer(...given);
    };
    await runGoldenSet({ clock, answerer: { answer } }, state.owner.actor, state.owner.botId);
    expect(second).toMatchObject({ code: 'golden.running' });
    await expect(run()).resolves.toMatchObject({ isCurrent: true });
  });

  it('are held back by one that was cut off for half a minute only', async () => {
    const at = Date.now();
    const cutOff = (runningUntil: number) =>
      GoldenSetEntity.build(UpdateItemCommand)
        .item({ ...key(), runningUntil })
        .send();
    const runAt = () =>
      runGoldenSet({ clock: () => new Date(at), answerer }, state.owner.actor, state.owner.botId);
    await cutOff(at + 1);
    await expectRefusal(runAt(), 'golden.running');
    await cutOff(at);
    await expect(runAt()).resolves.toMatchObject({ isCurrent: true });
  });

  it('are thirty an hour for an account, and another account’s do not count', async () => {
    const noon = () => new Date('2026-11-22T12:00:00.000Z');
    const runOf = ({ actor, botId }: typeof state.owner) =>
      runGoldenSet({ clock: noon, answerer }, actor, botId);
    for (let count = 1; count <= 30; count += 1) await runOf(state.owner);
    await expectRefusal(runOf(state.owner), 'request.rate_limited');
    await expect(runOf(await startBot())).resolves.toMatchObject({ isCurrent: true });
  });
});

describe('a deployment', () => {
  it('that refuses regressions needs a run of what is known now, and none that failed since the last', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', source: dogs.id });
    await refuse(true);
    await expectRefusal(publish(), 'golden.run_needed');
    await run();
    await publish();

    await deleteDocument(clock, state.owner.actor, { ...key(), documentId: dogs.id });
    await expectRefusal(publish(), 'golden.run_needed');
    await run();
    // A second run is compared with the last deployment as well.
    await run();
    await expect(publish()).rejects.toMatchObject({
      code: 'golden.regressed',
      details: { questions: ['Can I bring my dog?'] },
    });
    await refuse(false);
    await publish();
    // What was deployed all the same is what the next one is compared with.
    await refuse(true);
    await expect(publish()).resolves.toMatchObject({ status: 'active' });
  });

  it('is decided by no run in which the model failed', async () => {
    const dogs = await write('Can I bring my dog?', 'Dogs on a lead are welcome.');
    await add({ question: 'Can I bring my dog?', source: dogs.id });
    await refuse(true);
    state.model.isDown = true;
    await run();
    await expectRefusal(publish(), 'golden.run_needed');
    // Where it may be deployed all the same, the next one is not compared with such a run.
    await refuse(false);
    await publish();
    expect((await getGoldenSet(state.owner.actor, state.owner.botId)).before).toBeNull();
    await refuse(true);
    state.model.isDown = false;
    await run();
    await expect(publish()).resolves.toMatchObject({ status: 'active' });
  });

  it('of a bot without test questions asks for nothing', async () => {
    await refuse(true);
    await expect(publish()).resolves.toMatchObject({ status: 'active' });
  });
});

describe('test questions', () => {
  it('are as many as a bot may have', async () => {
    await GoldenSetEntity.build(PutItemCommand)
      .item({ ...key(), count: GOLDEN_LIMITS.questions - 1 })
      .send();
    await add({ question: 'The last one?', words: ['a'] });
    await expectRefusal(add({ question: 'One more?', words: ['a'] }), 'golden.too_many');
  });

  it('expect something, and documents of their own bot', async () => {
    for (const input of [
      { question: 'Why?' },
      { question: '', words: ['a'] },
      { question: 'Why?', words: ['a', 'b', 'c', 'd', 'e', 'f'] },
    ])
      expect(WriteGolden.safeParse(input).success, JSON.stringify(input)).toBe(false);
    await expectRefusal(add({ question: 'Why?', source: 'another' }), 'document.not_found');
  });

  it('are nobody else’s', async () => {
    const golden = await add({ question: 'Why?', words: ['a'] });
    const other = await startBot();
    const theirs = { botId: other.botId, goldenId: golden.id };
    await expectRefusal(getGoldenSet(other.actor, state.owner.botId), 'bot.not_found');
    await expectRefusal(
      changeGolden(clock, other.actor, theirs, WriteGolden.parse({ question: 'Mine?', words: ['a'] })),
      'golden.not_found',
    );
    await deleteGolden(other.actor, theirs);
    expect((await getGoldenSet(state.owner.actor, state.owner.botId)).questions).toHaveLength(1);
  });
});
