import type { Flow, Prompt } from '#contract/bots/flow';
import { beginFlow, type FlowOutput } from './run';

/** What a bot says of its own accord in one message, and what it waits for then. */
export interface GuidedMessage {
  readonly text: string;
  readonly prompt: Prompt | null;
}

/** How a flow begins; null where there is none that runs. */
export function opening(flow: Flow | null): GuidedMessage | null {
  return guided(beginFlow(flow).outputs);
}

/** A turn's outputs as one message, so that each message of a visitor has one answer; null: the flow says nothing. */
export function guided(outputs: readonly FlowOutput[]): GuidedMessage | null {
  const texts = outputs.flatMap((output) => ('text' in output ? [output.text] : []));
  if (texts.length === 0) return null;
  return { text: texts.join('\n\n'), prompt: promptOf(outputs.at(-1)) };
}

function promptOf(last: FlowOutput | undefined): Prompt | null {
  if (last?.type === 'ask' || last?.type === 'invalid') return { type: 'field', field: last.field };
  return last?.type === 'hand_over' && last.resumable ? { type: 'continue' } : null;
}
