import { CHOICE_FIELDS, type DataField, FieldKey, type Flow, type FlowStep } from '#contract/bots/flow';
import { folded } from './fields';

/** Why a flow doesn't run. */
export type FlowProblem =
  | 'not_connected'
  | 'empty_content'
  | 'circular_reference'
  | 'unknown_field'
  | 'never_given'
  | 'no_number'
  | 'key_invalid'
  | 'key_taken';

export interface StepProblem {
  readonly stepId: string;
  readonly problem: FlowProblem;
}

/**
 * What is wrong with a flow, at the step where it is: a step that nothing leads to, one with nothing in it, a way that
 * comes back to where it was, a condition on a value that no step before it collects or that nobody can give there, a
 * number that can't be given, and a key that is none or is another question's on the same way. None: it runs.
 */
export function flowProblems(flow: Flow): readonly StepProblem[] {
  const ways = waysOf(flow);
  const reached = reachedFrom(flow.start, ways);
  const circular = stepsInCircles(flow.steps, ways);
  return flow.steps.flatMap((step) => {
    const problems: FlowProblem[] = [];
    // One missing link is one problem: what hangs on the step without it, and what it asks for, is in order again with it.
    const isReached = reached.has(step.id);
    if (!isReached && !isLedTo(flow, step, circular)) problems.push('not_connected');
    if (isEmpty(step)) problems.push('empty_content');
    if (circular.has(step.id) && isFirstOfCircle(flow, ways, step, circular))
      problems.push('circular_reference');
    if (isReached && step.type === 'condition' && step.field !== '') {
      const asked = collectedBefore(flow, ways, step);
      if (asked.length === 0) problems.push('unknown_field');
      else if (!isEmpty(step) && !asked.some((field) => canHold(step, field))) problems.push('never_given');
    }
    if (step.type === 'question') {
      if (!hasNumber(step.field)) problems.push('no_number');
      if (!FieldKey.safeParse(step.field.key).success) problems.push('key_invalid');
      else if (isTaken(flow, ways, step)) problems.push('key_taken');
    }
    return problems.map((problem) => ({ stepId: step.id, problem }));
  });
}

/** Whether visitors can be led through it. */
export function runs(flow: Flow | null): flow is Flow {
  return flow !== null && flow.start !== null && flow.steps.length > 0 && flowProblems(flow).length === 0;
}

/** Every value that a flow collects, once, in the order of its steps. */
export function fieldsOf(flow: Flow): readonly DataField[] {
  const fields = new Map<string, DataField>();
  for (const step of flow.steps)
    if (step.type === 'question' && !fields.has(step.field.key)) fields.set(step.field.key, step.field);
  return [...fields.values()];
}

type Ways = ReadonlyMap<string, readonly string[]>;

function waysOf({ edges }: Flow): Ways {
  const ways = new Map<string, string[]>();
  for (const { from, to } of edges) ways.set(from, [...(ways.get(from) ?? []), to]);
  return ways;
}

function reachedFrom(start: string | null, ways: Ways): Set<string> {
  const reached = new Set<string>();
  const waiting = start === null ? [] : [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(ways.get(id) ?? []));
  }
  return reached;
}

/** Whether another step leads to it, which no circle of theirs explains. */
function isLedTo({ edges }: Flow, { id }: FlowStep, circular: ReadonlySet<string>): boolean {
  return edges.some(({ from, to }) => to === id && from !== id && !(circular.has(from) && circular.has(id)));
}

/** A circle is one problem, at the first of its steps in the order of the flow. */
function isFirstOfCircle(
  { steps }: Flow,
  ways: Ways,
  { id }: FlowStep,
  circular: ReadonlySet<string>,
): boolean {
  const own = reachedFrom(id, ways);
  const first = steps.find(
    (step) => circular.has(step.id) && own.has(step.id) && reachedFrom(step.id, ways).has(id),
  );
  return first?.id === id;
}

/** Those that a way of their own leads back to. */
function stepsInCircles(steps: readonly FlowStep[], ways: Ways): Set<string> {
  const circular = steps.filter(({ id }) =>
    (ways.get(id) ?? []).some((next) => reachedFrom(next, ways).has(id)),
  );
  return new Set(circular.map(({ id }) => id));
}

function isEmpty(step: FlowStep): boolean {
  if (step.type === 'condition')
    return (
      step.field === '' || (step.value === '' && step.operator !== 'filled' && step.operator !== 'empty')
    );
  if (step.text.trim() === '') return true;
  if (step.type === 'message') return false;
  const { type, options } = step.field;
  if (type !== 'select' && type !== 'multiselect') return false;
  return options.length < 2 || options.some((option) => option.trim() === '');
}

type Condition = FlowStep & { readonly type: 'condition' };

/** The fields of those steps before a condition that collect what it asks for. */
function collectedBefore(flow: Flow, ways: Ways, condition: Condition): readonly DataField[] {
  return flow.steps.flatMap((step) =>
    step.type === 'question' &&
    step.field.key === condition.field &&
    (ways.get(step.id) ?? []).some((next) => reachedFrom(next, ways).has(condition.id))
      ? [step.field]
      : [],
  );
}

/**
 * Whether an answer to a question can be what a condition compares it with. By a choice that is there no more, or by a
 * word in place of a number, all visitors would go the same of its two ways.
 */
function canHold({ operator, value }: Condition, { type, options }: DataField): boolean {
  if (operator === 'filled' || operator === 'empty') return true;
  if (type === 'number') return operator === 'contains' || Number.isFinite(Number(value));
  if (!CHOICE_FIELDS.includes(type) || operator === 'greater' || operator === 'less') return true;
  const wanted = folded(value);
  return options
    .map(folded)
    .some((option) => (operator === 'contains' ? option.includes(wanted) : option === wanted));
}

/** Whether there is a number that a visitor can answer with. */
function hasNumber({ type, min, max, integer }: DataField): boolean {
  if (type !== 'number') return true;
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  return integer ? Math.ceil(least) <= Math.floor(most) : least <= most;
}

/**
 * Whether another question collects under the same key: one that comes before or after it, whose value would be lost,
 * or one of another type. Of two ways that never meet each may ask for the same.
 */
function isTaken(flow: Flow, ways: Ways, question: FlowStep & { type: 'question' }): boolean {
  const leadsTo = (from: string, to: string) =>
    (ways.get(from) ?? []).some((next) => reachedFrom(next, ways).has(to));
  return flow.steps.some(
    (step) =>
      step.type === 'question' &&
      step.id !== question.id &&
      step.field.key === question.field.key &&
      (step.field.type !== question.field.type ||
        leadsTo(step.id, question.id) ||
        leadsTo(question.id, step.id)),
  );
}
