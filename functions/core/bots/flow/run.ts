import type { ConditionOperator, DataField, Flow, FlowStep } from '#contract/bots/flow';
import { fieldsOf, runs } from './check';
import { type FieldValue, type FlowInput, fieldMessage, folded, readField, writtenValue } from './fields';

/** Where a conversation stands in a flow: plain data, stored with the conversation and taken up again. */
export interface FlowState {
  /** The step that waits for the visitor; null: the flow has ended, the documents answer. */
  readonly at: string | null;
  readonly data: Readonly<Record<string, FieldValue>>;
  /** Steps that waited for the visitor, in order, and `end`; kept by who stores the state, to count ways by. */
  readonly path?: readonly string[];
}

/** What follows, in this order. */
export type FlowOutput =
  | { readonly type: 'say'; readonly text: string }
  /** The visitor is to give the field's value. */
  | { readonly type: 'ask'; readonly text: string; readonly field: DataField }
  /** What they gave is none; they are asked again. */
  | { readonly type: 'invalid'; readonly text: string; readonly field: DataField }
  /** The documents answer this question of the visitor's. */
  | { readonly type: 'answer'; readonly question: string }
  /** From here the documents answer; `resumable`: the visitor may choose to go on with the flow. */
  | { readonly type: 'hand_over'; readonly resumable: boolean };

export interface FlowTurn {
  readonly state: FlowState;
  readonly outputs: readonly FlowOutput[];
}

export type FlowLanguage = 'en' | 'de';

/** Begins a conversation. A flow that doesn't run hands over at once: no mistake in it keeps visitors from answers. */
export function beginFlow(flow: Flow | null): FlowTurn {
  const nothing: FlowState = { at: null, data: {} };
  // Nothing is collected yet that would be written in one language or another.
  return runs(flow) ? walk(flow, flow.start, nothing, 'en') : ended(nothing);
}

/** What the visitor said, and what follows. Total: a state of another version of the flow hands over. */
export function continueFlow(
  flow: Flow | null,
  state: FlowState,
  input: FlowInput,
  language: FlowLanguage,
): FlowTurn {
  const step = flow?.steps.find(({ id }) => id === state.at);
  if (!flow || !step || step.type === 'condition')
    return { state: { ...state, at: null }, outputs: asked(input) };
  if (step.type === 'message') {
    if (input.kind === 'continue') return walk(flow, nextOf(flow, step.id, 'next'), state, language);
    return { state, outputs: asked(input) };
  }
  const read = readField(step.field, input, language);
  if ('problem' in read) {
    // A visitor that asks something instead of giving an address gets an answer, and then the question again.
    if (input.kind === 'text' && isQuestion(input.text))
      return { state, outputs: [...asked(input), ask(step, written(flow, state.data, language))] };
    const text = fieldMessage(read.problem, step.field, language);
    return { state, outputs: [{ type: 'invalid', text, field: step.field }] };
  }
  // A text takes anything, so here only its form tells a question from an answer.
  if (step.field.type === 'text' && input.kind === 'text' && isQuestion(input.text))
    return { state, outputs: [...asked(input), ask(step, written(flow, state.data, language))] };
  const data = { ...state.data, [step.field.key]: read.value };
  return walk(flow, nextOf(flow, step.id, 'next'), { ...state, data }, language);
}

/** Goes on until something waits for the visitor, or the flow ends. */
function walk(flow: Flow, from: string | null, { data }: FlowState, language: FlowLanguage): FlowTurn {
  const words = written(flow, data, language);
  const outputs: FlowOutput[] = [];
  const steps = new Map(flow.steps.map((step) => [step.id, step]));
  let at = from;
  // No step comes twice: a circle, which no flow that runs has, would otherwise never end.
  for (const seen = new Set<string>(); at !== null && !seen.has(at); ) {
    seen.add(at);
    const step = steps.get(at);
    if (!step) break;
    if (step.type === 'question') return { state: { at, data }, outputs: [...outputs, ask(step, words)] };
    if (step.type === 'condition') {
      at = nextOf(flow, step.id, holds(step.operator, data[step.field], step.value) ? 'yes' : 'no');
      continue;
    }
    outputs.push({ type: 'say', text: filled(step.text, words) });
    const next = nextOf(flow, step.id, 'next');
    if (step.answers && next !== null)
      return { state: { at, data }, outputs: [...outputs, { type: 'hand_over', resumable: true }] };
    at = next;
  }
  const end = ended({ at: null, data });
  return { ...end, outputs: [...outputs, ...end.outputs] };
}

function ended(state: FlowState): FlowTurn {
  return { state: { ...state, at: null }, outputs: [{ type: 'hand_over', resumable: false }] };
}

function nextOf({ edges }: Flow, from: string, branch: 'next' | 'yes' | 'no'): string | null {
  return edges.find((edge) => edge.from === from && edge.branch === branch)?.to ?? null;
}

function ask(step: FlowStep & { type: 'question' }, words: Words): FlowOutput {
  return { type: 'ask', text: filled(step.text, words), field: step.field };
}

function asked(input: FlowInput): FlowOutput[] {
  return input.kind === 'text' && input.text.trim() !== ''
    ? [{ type: 'answer', question: input.text.trim() }]
    : [];
}

function isQuestion(text: string): boolean {
  return /[?？]\s*$/.test(text) && /\p{L}/u.test(text);
}

/** What was collected, by its key, as people read it. */
type Words = ReadonlyMap<string, string>;

function written(flow: Flow, data: FlowState['data'], language: FlowLanguage): Words {
  const types = new Map(fieldsOf(flow).map(({ key, type }) => [key, type]));
  return new Map(
    Object.entries(data).map(([key, value]) => [
      key,
      writtenValue(value, types.get(key) ?? 'text', language),
    ]),
  );
}

/** `{name}` in a text is the value that was collected under it; what nobody gave is left out. */
function filled(text: string, words: Words): string {
  return text.replace(/ ?\{([a-z][a-zA-Z0-9_]{0,39})\}/g, (whole, key: string) => {
    const value = words.get(key) ?? '';
    return value === '' ? '' : (whole.startsWith(' ') ? ' ' : '') + value;
  });
}

function holds(operator: ConditionOperator, value: FieldValue | undefined, wanted: string): boolean {
  const values = value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value;
  const target = folded(wanted);
  switch (operator) {
    case 'filled':
      return values.length > 0;
    case 'empty':
      return values.length === 0;
    case 'equals':
      return values.some((one) => isSame(one, target));
    case 'not_equals':
      return !values.some((one) => isSame(one, target));
    case 'contains':
      return values.some((one) => folded(one).includes(target));
    case 'greater':
      return values.some((one) => compare(one, target) > 0);
    case 'less':
      return values.some((one) => compare(one, target) < 0);
  }
}

function isSame(value: string, target: string): boolean {
  return (
    folded(value) === target || (isNumber(value) && isNumber(target) && Number(value) === Number(target))
  );
}

/** Numbers by their size, dates and the like by their letters; a number and a word can't be compared. */
function compare(value: string, target: string): number {
  if (isNumber(value) && isNumber(target)) return Number(value) - Number(target);
  if (isNumber(value) || isNumber(target)) return Number.NaN;
  const one = folded(value);
  return one < target ? -1 : one > target ? 1 : 0;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
