import type { Flow, FlowStep } from '#contract/bots/flow';
import { isSame } from './is-same';

/**
 * Steps of `flow` that `other` lacks or has otherwise: in what they say or ask, in where they lead, or in whether they
 * begin. Where they stand on the canvas is nothing that a visitor meets.
 */
export function differingSteps(flow: Flow | null, other: Flow | null): readonly FlowStep[] {
  if (!flow) return [];
  const others = new Map(other?.steps.map((step) => [step.id, meaningOf(step, other)]));
  return flow.steps.filter((step) => !isSame(meaningOf(step, flow), others.get(step.id)));
}

function meaningOf({ place: _, ...content }: FlowStep, { start, edges }: Flow) {
  const ways = edges.filter(({ from }) => from === content.id).map(({ branch, to }) => [branch, to]);
  return { content, begins: start === content.id, ways: Object.fromEntries(ways) };
}
