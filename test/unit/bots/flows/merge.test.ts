import { describe, expect, test } from 'vitest';
import { Flow } from '#contract/bots/flow';
import { flowProblems } from '#core/bots/flow/check';
import {
  addStep,
  connect,
  EMPTY_FLOW,
  moveSteps,
  removeSteps,
  replaceStep,
  targetOf,
} from '#features/bots/flows/edit.ts';
import { mergeFlows, takeTheirs } from '#features/bots/flows/merge-flows.ts';

/** Messages that say their own id, one after the other. */
function chain(...ids: readonly string[]): Flow {
  return ids.reduce<Flow>((flow, id) => inserted(flow, id, flow.steps.at(-1)?.id ?? null), EMPTY_FLOW);
}

function inserted(flow: Flow, id: string, before: string | null): Flow {
  return says(addStep(flow, 'message', before, id).flow, id, id);
}

function says(flow: Flow, id: string, text: string): Flow {
  const step = flow.steps.find((one) => one.id === id);
  if (step?.type !== 'message') throw new Error(`There is no message ${id}.`);
  return replaceStep(flow, { ...step, text });
}

/** What a visitor reads, from the start on. */
function read(flow: Flow | null): string[] {
  const texts: string[] = [];
  for (let id = flow?.start ?? null; flow && id; id = targetOf(flow, id, 'next')) {
    const step = flow.steps.find((one) => one.id === id);
    texts.push(step?.type === 'message' ? step.text : '');
  }
  return texts;
}

const base = chain('a', 'b', 'c');

/** As the merge of both, valid and without any question. */
function together(mine: Flow, theirs: Flow): Flow {
  const { merged, conflicts } = mergeFlows(base, mine, theirs);
  expect(conflicts).toEqual([]);
  const flow = Flow.parse(merged);
  expect(flowProblems(flow)).toEqual([]);
  return flow;
}

describe('two edits of a flow that do not touch each other', () => {
  test('hold both: texts of different steps', () => {
    expect(read(together(says(base, 'a', 'Mine'), says(base, 'b', 'Theirs')))).toEqual([
      'Mine',
      'Theirs',
      'c',
    ]);
  });

  test('hold both: steps that were added in different places, none on top of the other', () => {
    const flow = together(inserted(base, 'mine', 'a'), inserted(base, 'theirs', 'c'));
    expect(read(flow)).toEqual(['a', 'mine', 'b', 'c', 'theirs']);
    expect(new Set(flow.steps.map(({ place: { x, y } }) => `${x} ${y}`)).size).toBe(5);
  });

  test('hold both: a step that one removed, and one that the other put before it', () => {
    expect(read(together(removeSteps(base, ['b']), inserted(base, 'theirs', 'a')))).toEqual([
      'a',
      'theirs',
      'c',
    ]);
    expect(read(together(inserted(base, 'mine', 'a'), removeSteps(base, ['b'])))).toEqual(['a', 'mine', 'c']);
    expect(read(together(removeSteps(base, ['a']), removeSteps(base, ['b'])))).toEqual(['c']);
  });

  test('hold both: a step that one moved on the canvas, and the other wrote', () => {
    const flow = together(moveSteps(base, new Map([['b', { x: 7, y: 8 }]])), says(base, 'b', 'Theirs'));
    expect(flow.steps.find(({ id }) => id === 'b')).toMatchObject({ text: 'Theirs', place: { x: 7, y: 8 } });
    const both = together(
      moveSteps(base, new Map([['b', { x: 7, y: 8 }]])),
      moveSteps(base, new Map([['b', { x: 9, y: 8 }]])),
    );
    expect(both.steps.find(({ id }) => id === 'b')?.place.x).toBe(7);
  });

  test('are nothing to ask where both made the same change', () => {
    const same = says(base, 'a', 'Same');
    expect(mergeFlows(base, same, structuredClone(same))).toEqual({ merged: same, conflicts: [] });
  });
});

describe('two edits of a flow that touch each other', () => {
  test('ask about the text that both wrote, and keep mine until then', () => {
    const theirs = says(says(base, 'b', 'Theirs'), 'c', 'Theirs too');
    const { merged, conflicts } = mergeFlows(base, says(base, 'b', 'Mine'), theirs);
    expect(conflicts).toEqual([{ part: 'step', stepId: 'b' }]);
    expect(read(merged)).toEqual(['a', 'Mine', 'Theirs too']);
    expect(read(takeTheirs(merged, theirs, { part: 'step', stepId: 'b' }))).toEqual([
      'a',
      'Theirs',
      'Theirs too',
    ]);
  });

  test('ask about the branch that both led elsewhere', () => {
    const theirs = inserted(base, 'theirs', 'a');
    const { merged, conflicts } = mergeFlows(base, inserted(base, 'mine', 'a'), theirs);
    expect(conflicts).toEqual([{ part: 'next', stepId: 'a' }]);
    expect(read(merged)).toEqual(['a', 'mine', 'b', 'c']);
    // What they added is there, and stands on nothing that I added.
    expect(new Set(merged?.steps.map(({ place: { x, y } }) => `${x} ${y}`)).size).toBe(5);
    expect(read(takeTheirs(merged, theirs, { part: 'next', stepId: 'a' }))).toEqual([
      'a',
      'theirs',
      'b',
      'c',
    ]);
  });

  test('ask about the beginning that both changed', () => {
    const theirs = { ...base, start: 'c' };
    const { merged, conflicts } = mergeFlows(base, { ...base, start: 'b' }, theirs);
    expect(conflicts).toEqual([{ part: 'start' }]);
    expect([merged?.start, takeTheirs(merged, theirs, { part: 'start' })?.start]).toEqual(['b', 'c']);
  });

  test.each(['a', 'b', 'c'])(
    'ask about step %s that I removed and they wrote, which comes back in its place',
    (id) => {
      const theirs = says(base, id, 'Theirs');
      const { merged, conflicts } = mergeFlows(base, removeSteps(base, [id]), theirs);
      expect(conflicts).toEqual([{ part: 'step', stepId: id }]);
      expect(read(merged)).toEqual(['a', 'b', 'c'].filter((other) => other !== id));
      expect(takeTheirs(merged, theirs, { part: 'step', stepId: id })).toMatchObject({ start: 'a' });
      expect(read(takeTheirs(merged, theirs, { part: 'step', stepId: id }))).toEqual(read(theirs));
    },
  );

  test.each(['a', 'b', 'c'])(
    'ask about step %s that they removed and I wrote, which stays in its place',
    (id) => {
      const [mine, theirs] = [says(base, id, 'Mine'), removeSteps(base, [id])];
      const { merged, conflicts } = mergeFlows(base, mine, theirs);
      expect(conflicts).toEqual([{ part: 'step', stepId: id }]);
      expect(read(merged)).toEqual(read(mine));
      expect(read(takeTheirs(merged, theirs, { part: 'step', stepId: id }))).toEqual(read(theirs));
    },
  );

  test('ask about a step that one removed and the other led elsewhere', () => {
    const { conflicts } = mergeFlows(base, removeSteps(base, ['b']), connect(base, 'b', 'next', null));
    expect(conflicts).toEqual([{ part: 'step', stepId: 'b' }]);
  });

  test('ask about the whole flow where one removed it, or where both are too long together', () => {
    const whole = [{ part: 'flow' }];
    expect(mergeFlows(base, null, says(base, 'a', 'Theirs'))).toEqual({ merged: null, conflicts: whole });
    expect(mergeFlows(base, says(base, 'a', 'Mine'), null)).toMatchObject({ conflicts: whole });
    expect(mergeFlows(base, base, null)).toEqual({ merged: null, conflicts: [] });
    const long = chain(...Array.from({ length: 59 }, (_, at) => `long${at}`));
    const [mine, theirs] = [inserted(long, 'mine', 'long1'), inserted(long, 'theirs', 'long9')];
    expect(mergeFlows(long, mine, theirs)).toEqual({ merged: mine, conflicts: whole });
    expect(takeTheirs(mine, theirs, { part: 'flow' })).toBe(theirs);
  });
});
