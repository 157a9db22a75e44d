import { describe, expect, test } from 'vitest';
import { Flow } from '#contract/bots/flow';
import { flowProblems } from '#core/bots/flow/check';
import { advance, begin } from '#features/bots/flow-chat.ts';
import {
  addStep,
  connect,
  EMPTY_FLOW,
  joinedBy,
  moveSteps,
  optionsIn,
  optionsText,
  removeSteps,
  targetOf,
} from '#features/bots/flows/edit.ts';
import { changed, redone, startHistory, undone } from '#features/bots/flows/history.ts';
import { tryable } from '#features/bots/flows/tryable.ts';

/** Steps that were added one after the other, each after the one before it. */
function built(...types: readonly ('message' | 'question' | 'condition')[]): Flow {
  let flow = EMPTY_FLOW;
  let last: string | null = null;
  for (const type of types) {
    const added = addStep(flow, type, last, `s${flow.steps.length + 1}`);
    flow = added.flow;
    last = added.id;
  }
  return Flow.parse(flow);
}

describe('a step that is added', () => {
  test('follows the one before it, and the first one begins', () => {
    const flow = built('message', 'question', 'condition', 'message');
    expect(flow.start).toBe('s1');
    expect(flow.edges).toEqual([
      { from: 's1', to: 's2', branch: 'next' },
      { from: 's2', to: 's3', branch: 'next' },
      { from: 's3', to: 's4', branch: 'yes' },
    ]);
  });

  test('takes the free branch of a condition', () => {
    const flow = built('condition', 'message');
    const second = addStep(flow, 'message', 's1');
    expect(targetOf(second.flow, 's1', 'no')).toBe(second.id);
  });

  test('asks, as a condition, for what the question before it asked', () => {
    const flow = built('question', 'condition');
    const [question, condition] = flow.steps;
    expect(condition).toMatchObject({ field: question?.type === 'question' && question.field.key });
    expect(built('message', 'condition').steps[1]).toMatchObject({ field: '' });
  });

  test('comes between where the one before it leads on already, and what follows makes room', () => {
    const flow = built('message', 'question', 'message');
    for (const type of ['message', 'question', 'condition'] as const) {
      const added = addStep(flow, type, 's1');
      const between = Flow.parse(added.flow);
      expect(targetOf(between, 's1', 'next')).toBe(added.id);
      expect(targetOf(between, added.id, type === 'condition' ? 'yes' : 'next')).toBe('s2');
      expect(targetOf(between, 's2', 'next')).toBe('s3');
      expect(flowProblems(between).map(({ problem }) => problem)).not.toContain('not_connected');
      const y = (id: string) => between.steps.find((step) => step.id === id)?.place.y ?? 0;
      expect([y('s1') < y(added.id), y(added.id) < y('s2'), y('s2') < y('s3')]).toEqual([true, true, true]);
    }
    const full = addStep(built('condition', 'message'), 'message', 's1').flow;
    const third = addStep(full, 'message', 's1');
    expect(targetOf(third.flow, 's1', 'yes')).toBe(third.id);
    expect(targetOf(third.flow, third.id, 'next')).toBe('s2');
  });

  test('stands on no other, and has an id and a key of its own', () => {
    const flow = removeSteps(built('question', 'question', 'question'), ['s2']);
    const { steps } = addStep(addStep(flow, 'question', 's1').flow, 'question', 's1').flow;
    expect(new Set(steps.map(({ place: { x, y } }) => `${x} ${y}`)).size).toBe(4);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(4);
    expect(new Set(steps.map((step) => (step.type === 'question' ? step.field.key : ''))).size).toBe(4);
  });
});

describe('a step that is removed', () => {
  test('leaves the way on to those that led to it', () => {
    const flow = Flow.parse(removeSteps(built('message', 'question', 'message'), ['s2']));
    expect(flow.edges).toEqual([{ from: 's1', to: 's3', branch: 'next' }]);
  });

  test('as the first hands its place on', () => {
    const flow = built('message', 'question');
    expect(removeSteps(flow, ['s1']).start).toBe('s2');
    expect(removeSteps(flow, ['s1', 's2'])).toEqual(EMPTY_FLOW);
  });

  test('that led back to the one before it leaves no circle of one step', () => {
    const circle = connect(built('message', 'message'), 's2', 'next', 's1');
    expect(Flow.parse(removeSteps(circle, ['s2'])).edges).toEqual([]);
  });
});

test('a way leads to one step, another one, or none', () => {
  const flow = built('message', 'message', 'message');
  const moved = connect(flow, 's1', 'next', 's3');
  expect(targetOf(moved, 's1', 'next')).toBe('s3');
  expect(connect(moved, 's1', 'next', 's3')).toBe(moved);
  expect(targetOf(connect(moved, 's1', 'next', null), 's1', 'next')).toBe(null);
});

test('what was not moved is not changed', () => {
  const flow = built('message');
  expect(moveSteps(flow, new Map([['s1', { x: 0, y: 0 }]]))).toBe(flow);
  expect(moveSteps(flow, new Map([['s1', { x: 5, y: 0 }]])).steps[0]?.place).toEqual({ x: 5, y: 0 });
});

describe('the history', () => {
  test('goes back and forth, and another change forgets what was undone', () => {
    let history = changed(changed(startHistory('a'), 'b'), 'c');
    history = undone(undone(undone(history)));
    expect(history.present).toBe('a');
    history = redone(history);
    expect(history.present).toBe('b');
    expect(redone(changed(history, 'd')).present).toBe('d');
  });

  test('takes the letters of a word for one change, and what follows for another', () => {
    let history = startHistory('');
    for (const text of ['H', 'He', 'Hey']) history = changed(history, text, 's1 text');
    history = changed(history, 'Hey!', 's2 text');
    expect(undone(history).present).toBe('Hey');
    expect(undone(undone(history)).present).toBe('');
  });

  test('counts nothing that changes nothing', () => {
    const history = startHistory('a');
    expect([changed(history, 'a'), undone(history), redone(history)]).toEqual([history, history, history]);
  });
});

describe('choices, one a line', () => {
  test('stay as they are typed', () => {
    const typed = 'One\n\n Two ';
    expect(optionsIn(typed)).toEqual(['One', 'Two']);
    expect(optionsText(['One', 'Two'], typed)).toBe(typed);
  });

  test('are those of the flow where that has others', () => {
    expect(optionsText(['One'], 'One\nTwo')).toBe('One');
  });
});

describe('a way that is drawn', () => {
  const flow = built('message', 'condition', 'message');

  test('leads its branch to a step, or begins there', () => {
    expect(targetOf(joinedBy(flow, { from: 's2', branch: 'no', to: 's1' }), 's2', 'no')).toBe('s1');
    expect(joinedBy(flow, { from: null, branch: null, to: 's3' }).start).toBe('s3');
  });

  test('leads to no step that is not there, and from none to itself', () => {
    expect(joinedBy(flow, { from: 's1', branch: 'next', to: 's9' })).toBe(flow);
    expect(joinedBy(flow, { from: 's2', branch: 'no', to: 's2' })).toBe(flow);
  });
});

describe('a trial of a flow that is being written', () => {
  const withText = (flow: Flow, texts: Readonly<Record<string, string>>): Flow => ({
    ...flow,
    steps: flow.steps.map((step) =>
      step.type === 'condition' ? step : { ...step, text: texts[step.id] ?? step.text },
    ),
  });
  const config = (flow: Flow) => ({
    flow: tryable(flow),
    language: 'en' as const,
    welcomeMessage: 'Hi',
    starterQuestions: [],
  });

  test('runs up to the first step that lacks something, and stops there', () => {
    const flow = withText(built('message', 'question', 'message'), { s1: 'Welcome', s2: '', s3: 'Bye' });
    const { lines, asked } = begin(config(flow));
    expect(lines.map(({ from, text }) => [from, text])).toEqual([
      ['bot', 'Hi'],
      ['bot', 'Welcome'],
      ['stopped', 's2'],
    ]);
    expect(asked).toBeNull();
  });

  test('goes on past what only another way would reach', () => {
    const flow = withText(built('message', 'question'), { s1: 'Welcome', s2: 'Your name?' });
    const loose: Flow = {
      ...flow,
      steps: [...flow.steps, { id: 'x', type: 'message', place: { x: 0, y: 900 }, text: '', answers: false }],
    };
    const chat = begin(config(loose));
    expect(chat.asked).not.toBeNull();
    const after = advance(chat, config(loose), { kind: 'text', text: 'Ada' }, 'Ada');
    expect(after.lines.some(({ from }) => from === 'stopped')).toBe(false);
  });

  test('is the flow itself where nothing is wrong with it, and ends where a circle begins', () => {
    const flow = withText(built('message', 'message'), { s1: 'One', s2: 'Two' });
    expect(tryable(flow)).toBe(flow);
    const circle = connect(flow, 's2', 'next', 's1');
    expect(begin(config(circle)).lines.at(-1)).toMatchObject({ from: 'stopped' });
  });
});
