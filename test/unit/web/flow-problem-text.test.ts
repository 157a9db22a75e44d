import { describe, expect, test } from 'vitest';
import type { Flow, FlowStep } from '#contract/bots/flow';
import { flowProblems } from '#core/bots/flow/check';
import { addStep, EMPTY_FLOW, replaceStep } from '#features/bots/flows/edit.ts';
import { problemAtStep, problemText } from '#features/bots/flows/problem-text.ts';
import type { Translate } from '#i18n/index';

const t = ((key: string, values?: Readonly<Record<string, string>>) =>
  [key.replace('templates:flow.', ''), ...Object.values(values ?? {})].join(' ')) as Translate;

function flowOf(type: FlowStep['type'], change: object = {}): Flow {
  const { flow } = addStep(EMPTY_FLOW, type, null, 's1');
  const [step] = flow.steps;
  if (!step) throw new Error('No step was added');
  return replaceStep(flow, { ...step, ...change } as FlowStep);
}
const choice = { key: 'kind', label: 'Kind', type: 'select', required: true, options: ['One'] };

describe('what a step lacks', () => {
  test.each([
    ['a message without words', flowOf('message', { text: ' ' }), 'lacking.message'],
    ['a question without words', flowOf('question', { text: '' }), 'lacking.question'],
    ['a choice of one', flowOf('question', { text: 'Which?', field: choice }), 'lacking.options'],
    ['a condition on nothing', flowOf('condition'), 'lacking.field'],
    ['a condition without a value', flowOf('condition', { field: 'kind', value: '' }), 'lacking.value'],
  ])('is said of %s in its own words', (_, flow, expected) => {
    const [step] = flow.steps;
    expect(flowProblems(flow).map(({ problem }) => step && problemText(step, problem, t))).toContain(
      expected,
    );
  });

  test('names the step among others by its words, or by its number while it has none', () => {
    const { flow } = addStep(flowOf('message', { text: 'Hello' }), 'question', 's1', 's2');
    expect(problemAtStep(flow, { stepId: 's2', problem: 'empty_content' }, t)).toBe(
      'at stepNumber 2 lacking.question',
    );
    expect(problemAtStep(flow, { stepId: 's1', problem: 'not_connected' }, t)).toBe(
      'at stepType.message quoted Hello problem.not_connected',
    );
  });
});
