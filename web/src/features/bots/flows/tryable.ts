import type { Flow, FlowStep } from '#contract/bots/flow';
import { flowProblems, runs } from '#core/bots/flow/check';

/** Begins the text of a step at which a trial stops; no text that a person writes has such a sign. */
const STOP = '\u0000';

/** The flow as far as it runs: each step with a problem ends the way to it, and says so. */
export function tryable(flow: Flow): Flow {
  let current = flow;
  // What is cut may have been what a later step asks for: then that is where it stops.
  for (let times = 0; times <= flow.steps.length && !runs(current); times += 1) current = cut(current);
  return current;
}

/** The step that a text of the trial stands for; null of a text that is one. */
export function stoppedAt(text: string): string | null {
  return text.startsWith(STOP) ? text.slice(STOP.length) : null;
}

function cut(flow: Flow): Flow {
  const wrong = new Set(flowProblems(flow).map(({ stepId }) => stepId));
  const ways = flow.edges.filter(({ from }) => !wrong.has(from));
  const reached = new Set<string>();
  const waiting = flow.start === null ? [] : [flow.start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...ways.flatMap(({ from, to }) => (from === id ? [to] : [])));
  }
  return {
    start: flow.start,
    steps: flow.steps
      .filter(({ id }) => reached.has(id))
      .map((step): FlowStep => (wrong.has(step.id) ? stopAt(step) : step)),
    edges: ways.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  };
}

function stopAt({ id, place }: FlowStep): FlowStep {
  return { id, place, type: 'message', text: `${STOP}${id}`, answers: false };
}
