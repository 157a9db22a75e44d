import { Branch, type Flow, type FlowStep, MAX_STEPS } from '#contract/bots/flow';
import { isSame } from '#features/bots/is-same.ts';
import { type Merge, mergeFields } from '#features/bots/merge.ts';
import { branchesOf, connect, EMPTY_FLOW, freePlace, removeSteps, targetOf } from './edit';

/** What two people changed differently: all of a flow, where it begins, what a step says, or where it leads. */
export type FlowConflict =
  | { readonly part: 'flow' }
  | { readonly part: 'start' }
  | { readonly part: 'step' | Branch; readonly stepId: string };

/**
 * Merges two edits of a flow: step by step, and way by way. A step that one removed and the other changed is asked, and
 * so is the whole flow where one of them removed it, or where both together would be too long.
 */
export function mergeFlows(
  base: Flow | null,
  mine: Flow | null,
  theirs: Flow | null,
): Merge<Flow | null, FlowConflict> {
  if (isSame(mine, base) || isSame(mine, theirs)) return { merged: theirs, conflicts: [] };
  if (isSame(theirs, base)) return { merged: mine, conflicts: [] };
  const merge = mine && theirs && mergeParts(base ?? EMPTY_FLOW, mine, theirs);
  if (!merge || merge.merged.steps.length > MAX_STEPS) return { merged: mine, conflicts: [{ part: 'flow' }] };
  return merge;
}

/** The flow with what is in conflict as the others have it. */
export function takeTheirs(flow: Flow | null, theirs: Flow | null, conflict: FlowConflict): Flow | null {
  if (conflict.part === 'flow' || !flow || !theirs) return theirs;
  const isThere = (id: string | null) => flow.steps.some((step) => step.id === id);
  if (conflict.part === 'start') return isThere(theirs.start) ? { ...flow, start: theirs.start } : flow;
  const { part, stepId } = conflict;
  if (part === 'step') return withTheirStep(flow, theirs, stepId);
  const to = targetOf(theirs, stepId, part);
  return isThere(stepId) ? connect(flow, stepId, part, isThere(to) ? to : null) : flow;
}

/** A step as they have it. One that I removed comes back with the ways to and from it that still have both ends. */
function withTheirStep(flow: Flow, theirs: Flow, stepId: string): Flow {
  const step = theirs.steps.find(({ id }) => id === stepId);
  if (!step) return removeSteps(flow, [stepId]);
  const own = flow.steps.find(({ id }) => id === stepId);
  if (own) {
    const steps = flow.steps.map((one) => (one === own ? { ...step, place: own.place } : one));
    return { ...flow, steps };
  }
  const back: Flow = {
    ...flow,
    start: theirs.start === stepId ? stepId : flow.start,
    steps: [...flow.steps, step],
  };
  const isThere = (id: string) => back.steps.some((one) => one.id === id);
  return theirs.edges
    .filter(({ from, to }) => (from === stepId || to === stepId) && isThere(from) && isThere(to))
    .reduce((joined, { from, branch, to }) => connect(joined, from, branch, to), back);
}

function mergeParts(base: Flow, mine: Flow, theirs: Flow): Merge<Flow, FlowConflict> {
  const before = idsOf(base);
  const removed = new Set(before.filter((id) => !idsOf(mine).includes(id) || !idsOf(theirs).includes(id)));
  const steps = mergeFields(
    contentsOf(base, removed),
    contentsOf(mine, removed),
    contentsOf(theirs, removed),
  );
  // First of all nobody has the removed steps any more: what led to them leads on to what came after.
  const gone = before.filter((id) => !(id in steps.merged));
  const [from, here, there] = [removeSteps(base, gone), removeSteps(mine, gone), removeSteps(theirs, gone)];
  // A step that I changed and they removed is led to, and leads on, as I have it.
  const isMineAlone = (id: string | null) =>
    id !== null && id in steps.merged && idsOf(from).includes(id) && !idsOf(there).includes(id);
  const ways = mergeFields(waysOf(from), waysOf(here), waysOf(there));
  const mineAlone = Object.entries(waysOf(here)).filter(
    ([way, to]) => isMineAlone(to) || isMineAlone(stepOf(way)),
  );
  const edges = Object.entries({ ...ways.merged, ...Object.fromEntries(mineAlone) });
  const start = mergeFields({ start: from.start }, { start: here.start }, { start: there.start });
  return {
    merged: {
      start: isMineAlone(here.start) ? here.start : start.merged.start,
      steps: mergedSteps(steps.merged, from, here, there),
      edges: edges.map(([way, to]) => ({ from: stepOf(way), to, branch: branchOf(way) })),
    },
    conflicts: [
      ...start.conflicts.filter(() => !isMineAlone(here.start)).map((part) => ({ part })),
      ...steps.conflicts.map((id) => ({ part: 'step' as const, stepId: String(id) })),
      ...ways.conflicts
        .map(String)
        .filter((way) => !mineAlone.some(([own]) => own === way))
        .map((way) => ({ part: branchOf(way), stepId: stepOf(way) })),
    ],
  };
}

function idsOf({ steps }: Flow): readonly string[] {
  return steps.map(({ id }) => id);
}

interface Content {
  readonly step: Omit<FlowStep, 'place'>;
  /** Of a step that one of the two removed: where it led is lost with it, so another way is a change of it. */
  readonly ways: readonly (string | null)[];
}

function contentsOf(flow: Flow, removed: ReadonlySet<string>): Record<string, Content> {
  const waysFrom = (step: FlowStep) => {
    // Without the others that are removed: a way that leads past one of them is no other way.
    const rest = removeSteps(
      flow,
      [...removed].filter((id) => id !== step.id),
    );
    return branchesOf(step).map((branch) => targetOf(rest, step.id, branch));
  };
  const contents = flow.steps.map((step): [string, Content] => {
    const { place: _, ...content } = step;
    return [step.id, { step: content, ways: removed.has(step.id) ? waysFrom(step) : [] }];
  });
  return Object.fromEntries(contents);
}

/** Where each branch of each step leads. */
function waysOf({ edges }: Flow): Record<string, string> {
  return Object.fromEntries(edges.map(({ from, branch, to }) => [`${branch} ${from}`, to]));
}

function branchOf(way: string): Branch {
  return Branch.parse(way.slice(0, way.indexOf(' ')));
}

function stepOf(way: string): string {
  return way.slice(way.indexOf(' ') + 1);
}

/** Each where it was moved to, mine before theirs; one that was added gives way to what stands there. */
function mergedSteps(contents: Record<string, Content>, from: Flow, here: Flow, there: Flow): FlowStep[] {
  const placeIn = (flow: Flow, id: string) => flow.steps.find((step) => step.id === id)?.place;
  const merged: FlowStep[] = [];
  for (const id of new Set([...idsOf(from), ...idsOf(there), ...idsOf(here)])) {
    const content = contents[id];
    const [before, mine, theirs] = [placeIn(from, id), placeIn(here, id), placeIn(there, id)];
    const place = (isSame(mine, before) ? theirs : mine) ?? mine ?? theirs;
    if (!content || !place) continue;
    merged.push({ ...content.step, place: before ? place : freePlace(merged, place) } as FlowStep);
  }
  return merged;
}
