import type { BotConfig } from '#contract/bots/bot-config';
import type { DataField } from '#contract/bots/flow';
import { fieldsOf } from '#core/bots/flow/check';
import { type FlowInput, writtenValue } from '#core/bots/flow/fields';
import { beginFlow, continueFlow, type FlowOutput, type FlowState, type FlowTurn } from '#core/bots/flow/run';
import { stoppedAt } from '#features/bots/flows/tryable.ts';

export type ChatConfig = Pick<BotConfig, 'flow' | 'language' | 'welcomeMessage' | 'starterQuestions'>;

/**
 * `note`: in the place of an answer from the documents, the question that they would answer; `empty`: of a step without
 * words; `stopped`: where a flow that is being written runs no further, its step.
 */
interface Line {
  /** Its place in the conversation. */
  readonly number: number;
  readonly from: 'bot' | 'visitor' | 'note' | 'empty' | 'stopped';
  readonly text: string;
}

type Words = Omit<Line, 'number'>;

export interface Chat {
  readonly lines: readonly Line[];
  readonly state: FlowState;
  /** What the visitor is to give; null: they ask what they like. */
  readonly asked: DataField | null;
  /** Whether they may choose to go on with the flow. */
  readonly resumable: boolean;
  /** What they gave so far, in the order of the flow. */
  readonly collected: readonly { readonly field: DataField; readonly text: string }[];
}

export function begin(config: ChatConfig): Chat {
  return after([], { from: 'bot', text: config.welcomeMessage }, config, beginFlow(config.flow));
}

/** The chat after an input; `said` is how the visitor sees it in the conversation. */
export function advance(chat: Chat, config: ChatConfig, input: FlowInput, said: string): Chat {
  const turn = continueFlow(config.flow, chat.state, input, config.language);
  return after(chat.lines, { from: 'visitor', text: said }, config, turn);
}

function after(
  before: readonly Line[],
  first: Words,
  { flow, language }: ChatConfig,
  { state, outputs }: FlowTurn,
): Chat {
  const more = [first, ...outputs.flatMap(toWords)];
  const waiting = flow?.steps.find(({ id }) => id === state.at);
  return {
    lines: [...before, ...more.map((words, index) => ({ ...words, number: before.length + index }))],
    state,
    asked: waiting?.type === 'question' ? waiting.field : null,
    resumable: waiting?.type === 'message',
    collected: flow
      ? fieldsOf(flow)
          .filter(({ key }) => key in state.data)
          .map((field) => ({ field, text: writtenValue(state.data[field.key] ?? '', field.type, language) }))
      : [],
  };
}

function toWords(output: FlowOutput): Words[] {
  if (output.type === 'hand_over') return [];
  if (output.type === 'answer') return [{ from: 'note', text: output.question }];
  const stopped = stoppedAt(output.text);
  if (stopped !== null) return [{ from: 'stopped', text: stopped }];
  return [{ from: output.text.trim() === '' ? 'empty' : 'bot', text: output.text }];
}
