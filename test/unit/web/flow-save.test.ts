import { describe, expect, test } from 'vitest';
import { Bot, type UpdateBot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import { addStep, EMPTY_FLOW } from '#features/bots/flows/edit.ts';
import { saveUnlessTheirs } from '#features/bots/flows/save-unless-theirs.ts';
import { ApiError } from '#lib/api-error';
import { botWith } from './sample-bot';

const base = botWith();
const mine = addStep(EMPTY_FLOW, 'message', null).flow;

/** A server on which others have saved already what is given. */
function serverWith(change: Partial<Bot>) {
  let current: Bot = { ...base, ...change, version: 2 };
  const taken: UpdateBot[] = [];
  const update = async (wanted: UpdateBot) => {
    taken.push(wanted);
    if (wanted.version !== current.version)
      throw new ApiError('bot.version_conflict', { details: { current } });
    current = Bot.parse({ ...current, ...wanted, version: current.version + 1 });
    return current;
  };
  return { taken, update };
}

describe('a flow that is saved after others have saved the bot', () => {
  test('is stored where they changed something else', async () => {
    const { taken, update } = serverWith({ companyName: 'Theirs' });
    const outcome = await saveUnlessTheirs(base, mine, update);
    expect(outcome).toMatchObject({
      merged: false,
      // For whoever is to publish: it is more than this flow.
      hasMore: true,
      saved: { companyName: 'Theirs', flow: mine },
    });
    expect(taken.map(({ version }) => version)).toEqual([1, 2]);
  });

  test('is stored with theirs where they changed another step', async () => {
    const written = (flow: Flow, at: number) => ({
      ...flow,
      steps: flow.steps.map((step, index) => (index === at ? { ...step, text: 'Written' } : step)),
    });
    const both = addStep(mine, 'message', null).flow;
    const { update } = serverWith({ flow: written(both, 0) });
    const outcome = await saveUnlessTheirs({ ...base, flow: both }, written(both, 1), update);
    expect(outcome).toMatchObject({ merged: true, saved: { flow: written(written(both, 0), 1) } });
  });

  test('waits for a person where they changed the same', async () => {
    const { taken, update } = serverWith({ flow: addStep(EMPTY_FLOW, 'question', null).flow });
    const outcome = await saveUnlessTheirs(base, mine, update);
    expect(outcome).toMatchObject({ current: { version: 2 } });
    expect(taken).toHaveLength(1);
  });

  test('is no conflict where they stored the same, whatever order its properties have', async () => {
    const { edges, start, steps } = structuredClone(mine);
    const { taken, update } = serverWith({ flow: { edges, start, steps } });
    expect(await saveUnlessTheirs(base, mine, update)).toMatchObject({
      saved: { version: 2 },
      merged: false,
      hasMore: false,
    });
    expect(taken).toHaveLength(1);
  });

  test('brings nothing of others along where nobody else has saved', async () => {
    const update = async (change: UpdateBot) => Bot.parse({ ...base, ...change, version: 2 });
    expect(await saveUnlessTheirs(base, mine, update)).toMatchObject({ merged: false, hasMore: false });
  });
});
