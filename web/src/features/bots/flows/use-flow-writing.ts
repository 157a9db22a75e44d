import { useMemo, useState } from 'react';
import type { Bot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import { flowProblems } from '#core/bots/flow/check';
import { type addStep, EMPTY_FLOW } from './edit';
import { changed, startHistory } from './history';

/** A flow as it is being written: its changes, the chosen step, and what is wrong so far. */
export function useFlowWriting(bot: Bot) {
  const [history, setHistory] = useState(() => startHistory<Flow | null>(bot.flow));
  const [selected, setSelected] = useState<string | null>(null);
  /** A step that was just added, until another is chosen. */
  const [fresh, setFresh] = useState<string | null>(null);
  const flow = history.present ?? EMPTY_FLOW;
  const problems = useMemo(() => flowProblems(flow), [flow]);
  // What is being written for the first time is not finished, which is no mistake.
  const told = problems.filter(({ stepId }) => stepId !== fresh);
  const change = (next: Flow | null, about?: string) => setHistory((now) => changed(now, next, about));
  /** Chosen elsewhere than on the canvas, a step is to be written. */
  const select = (id: string | null) => {
    setSelected(id);
    if (id !== fresh) setFresh(null);
  };
  /** Goes on in the step that was just added. */
  const goOn = (added: ReturnType<typeof addStep>) => {
    change(added.flow);
    setSelected(added.id);
    setFresh(added.id);
  };
  return { history, setHistory, problems, told, selected, fresh, change, select, goOn };
}
