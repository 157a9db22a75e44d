import {
  type Branch,
  type DataField,
  type Flow,
  type FlowStep,
  MAX_OPTIONS,
  type StepType,
} from '#contract/bots/flow';
import { fieldsOf } from '#core/bots/flow/check';

export const EMPTY_FLOW: Flow = { start: null, steps: [], edges: [] };

/** The branches that lead on from a step. */
export function branchesOf({ type }: Pick<FlowStep, 'type'>): readonly Branch[] {
  return type === 'condition' ? ['yes', 'no'] : ['next'];
}

export function targetOf({ edges }: Flow, from: string, branch: Branch): string | null {
  return edges.find((edge) => edge.from === from && edge.branch === branch)?.to ?? null;
}

/**
 * A new step, led to by the first free branch of the one before it, or begun with where it is the only one. Where all of
 * its branches lead on, it comes between: into the first of them. Its id is like no other, so that steps which two people
 * add at the same time are not taken for one.
 */
export function addStep(
  flow: Flow,
  type: StepType,
  before: string | null,
  id = `s${crypto.randomUUID().slice(0, 13)}`,
): { readonly flow: Flow; readonly id: string } {
  const from = flow.steps.find((step) => step.id === before);
  const branch =
    from && (branchesOf(from).find((one) => targetOf(flow, from.id, one) === null) ?? branchesOf(from)[0]);
  const next = from && branch ? targetOf(flow, from.id, branch) : null;
  const place = from
    ? { x: from.place.x, y: from.place.y + ROW }
    : { x: 0, y: flow.steps.reduce((lowest, step) => Math.max(lowest, step.place.y + ROW), 0) };
  const asked = from?.type === 'question' ? from.field.key : '';
  const others = next === null ? flow.steps : withRoom(flow, next, place.y);
  const added: Flow = {
    ...flow,
    steps: [...others, newStep(flow, type, id, freePlace(others, place), asked)],
  };
  if (flow.steps.length === 0) return { flow: { ...added, start: id }, id };
  if (!from || !branch) return { flow: added, id };
  const on = branchesOf({ type })[0] ?? 'next';
  return { flow: connect(connect(added, from.id, branch, id), id, on, next), id };
}

/** This place, or the next to the right that no step covers. */
export function freePlace(steps: readonly FlowStep[], { x, y }: FlowStep['place']): FlowStep['place'] {
  const isTaken = steps.some((step) => isNear(step.place, { x, y }));
  return isTaken ? freePlace(steps, { x: x + 290, y }) : { x, y };
}

/** Pixels from a step to the one below it. */
const ROW = 150;

/** The steps with those from this one on moved down a row, where they stand in the way of one that comes before them. */
function withRoom(flow: Flow, first: string, y: number): Flow['steps'] {
  const later = new Set<string>();
  const waiting = [first];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (later.has(id)) continue;
    later.add(id);
    waiting.push(...flow.edges.flatMap(({ from, to }) => (from === id ? [to] : [])));
  }
  return flow.steps.map((step) =>
    later.has(step.id) && step.place.y > y - ROW
      ? { ...step, place: { ...step.place, y: step.place.y + ROW } }
      : step,
  );
}

/** `asked`: the key of what was asked last, which a condition is mostly about. */
function newStep(flow: Flow, type: StepType, id: string, place: FlowStep['place'], asked = ''): FlowStep {
  if (type === 'message') return { id, type, place, text: '', answers: false };
  if (type === 'condition') return { id, type, place, field: asked, operator: 'equals', value: '' };
  const key = freeName((number) => `answer${number}`, new Set(fieldsOf(flow).map((field) => field.key)));
  const field: DataField = {
    key,
    label: '',
    type: 'text',
    required: true,
    options: [],
    min: null,
    max: null,
  };
  return { id, type, place, text: '', field };
}

function freeName(name: (number: number) => string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) if (!taken.has(name(number))) return name(number);
}

function isNear(one: FlowStep['place'], other: FlowStep['place']): boolean {
  return Math.abs(one.x - other.x) < 150 && Math.abs(one.y - other.y) < 100;
}

/** Without these steps and the ways to and from them. What one of them led to alone follows on from before it. */
export function removeSteps(flow: Flow, ids: readonly string[]): Flow {
  return ids.reduce(removeStep, flow);
}

function removeStep(flow: Flow, id: string): Flow {
  const step = flow.steps.find((one) => one.id === id);
  if (!step) return flow;
  const next = step.type === 'condition' ? null : targetOf(flow, id, 'next');
  const into = flow.edges.filter(({ to, from }) => to === id && from !== next);
  return {
    start: flow.start === id ? next : flow.start,
    steps: flow.steps.filter((one) => one.id !== id),
    edges: [
      ...flow.edges.filter(({ from, to }) => from !== id && to !== id),
      ...(next === null ? [] : into.map((edge) => ({ ...edge, to: next }))),
    ],
  };
}

export function replaceStep(flow: Flow, step: FlowStep): Flow {
  return { ...flow, steps: flow.steps.map((one) => (one.id === step.id ? step : one)) };
}

/** Leads a branch to a step, away from where it led; null: it ends. */
export function connect(flow: Flow, from: string, branch: Branch, to: string | null): Flow {
  if (targetOf(flow, from, branch) === to) return flow;
  const others = flow.edges.filter((edge) => edge.from !== from || edge.branch !== branch);
  return { ...flow, edges: to === null ? others : [...others, { from, to, branch }] };
}

/** A way as it is drawn, from a branch of a step or, with no step, from the start. None leads to where it begins. */
export function joinedBy(
  flow: Flow,
  way: { readonly from: string | null; readonly branch: Branch | null; readonly to: string },
): Flow {
  if (way.from === way.to || flow.steps.every(({ id }) => id !== way.to)) return flow;
  if (way.from === null) return { ...flow, start: way.to };
  return connect(flow, way.from, way.branch ?? 'next', way.to);
}

export function moveSteps(flow: Flow, places: ReadonlyMap<string, FlowStep['place']>): Flow {
  const steps = flow.steps.map((step) => {
    const place = places.get(step.id);
    return place && (place.x !== step.place.x || place.y !== step.place.y) ? { ...step, place } : step;
  });
  return steps.every((step, index) => step === flow.steps[index]) ? flow : { ...flow, steps };
}

/** What a step is known by in lists: its words, or null while it has none. */
export function titleOf(step: FlowStep): string | null {
  const text = step.type === 'condition' ? step.field : step.text.trim();
  return text === '' ? null : text;
}

/** The choices of a field where each is a line. */
export function optionsIn(lines: string): string[] {
  const options = lines.split('\n').map((line) => line.trim().slice(0, 80));
  return [...new Set(options.filter(Boolean))].slice(0, MAX_OPTIONS);
}

/** Choices to be edited: as they were typed, with empty lines and all, as long as that is what they are. */
export function optionsText(options: readonly string[], typed: string): string {
  const isSame = JSON.stringify(optionsIn(typed)) === JSON.stringify(options);
  return isSame ? typed : options.join('\n');
}
