import type { Language } from '#contract/accounts/profile';
import { AttachmentId } from '#contract/base/ids';
import type { BotConfig } from '#contract/bots/bot-config';
import type { Prompt } from '#contract/bots/flow';
import { CONTACT_FIELDS, type FieldType, type Flow } from '#contract/bots/flow';
import type { CollectedValue } from '#contract/conversations/inbox';
import { FLOW_END } from '#contract/insight/analytics';
import { fieldsOf } from '#core/bots/flow/check';
import type { FieldValue, FlowInput } from '#core/bots/flow/fields';
import { guided } from '#core/bots/flow/opening';
import { continueFlow, type FlowState } from '#core/bots/flow/run';
import type { StoredConversation, StoredMessage } from './entity';

/** What a visitor's message makes of its conversation, and what the bot says to it. */
export interface Turn {
  /** What the documents are asked; null: the flow alone answers. */
  readonly question: string | null;
  /** What the flow says, after the documents' answer where there is one. */
  readonly text: string | null;
  readonly prompt: Prompt | null;
  readonly changes: TurnChanges;
}

export interface TurnChanges {
  readonly flowState?: FlowState;
  readonly collected?: readonly CollectedValue[];
  readonly providedContact?: true;
  readonly visitorName?: string;
  readonly visitorEmail?: string;
}

type Asked = Pick<StoredMessage, 'text' | 'reply' | 'attachment'>;
type Conversation = Pick<
  StoredConversation,
  'flowState' | 'collected' | 'visitorUserId' | 'visitorName' | 'visitorEmail'
>;

/**
 * What follows from a visitor's message. A conversation that began without a flow has none, whatever was published
 * since; one whose flow has changed goes on as far as its step is still there.
 */
export function takeTurn(
  { flow, language }: Pick<BotConfig, 'flow' | 'language'>,
  conversation: Conversation,
  asked: Asked,
): Turn {
  const before = conversation.flowState;
  const isBareFile = asked.attachment !== undefined && asked.text === asked.attachment.name;
  const file = isBareFile ? TEXTS[language].fileArrived : null;
  if (!before) return { question: file === null ? asked.text : null, text: file, prompt: null, changes: {} };

  const input = inputOf(asked, waitsForFile(flow, before));
  const { state, outputs } = continueFlow(flow, before, input, language);
  const answered = outputs.find((output) => output.type === 'answer');
  const prompt = promptAt(flow, state);
  const changes = {
    flowState: { ...state, path: pathTo(before, state) },
    ...collectedBy(flow, before, state, conversation, asked.attachment),
  };
  const told = guided(outputs)?.text ?? null;
  // A file that the flow did not ask for has arrived all the same.
  const said = file !== null && told !== null && !waitsForFile(flow, before) ? `${file}\n\n${told}` : told;
  if (answered) return { question: answered.question, text: said, prompt, changes };
  if (said !== null) return { question: null, text: said, prompt, changes };
  // The flow has nothing to say to it: a file, a choice that nobody asked for, or its end without a word of its own.
  const isOver = before.at !== null && state.at === null;
  if (isOver || file !== null) return { question: null, text: file ?? TEXTS[language].over, prompt, changes };
  return { question: asked.text, text: null, prompt, changes };
}

/** Steps of a way that are kept. */
const LONGEST_PATH = 60;

/** The way that a conversation took through its flow. A step that asks again is no further step. */
function pathTo(before: FlowState, { at }: FlowState): readonly string[] {
  const path = before.path ?? (before.at === null ? [] : [before.at]);
  if (at === before.at || path.length >= LONGEST_PATH) return path;
  return [...path, at ?? FLOW_END];
}

/** What a flow that stands here waits for. */
function promptAt(flow: Flow | null, { at }: FlowState): Prompt | null {
  const step = flow?.steps.find(({ id }) => id === at);
  if (step?.type === 'question') return { type: 'field', field: step.field };
  return step?.type === 'message' ? { type: 'continue' } : null;
}

/** The kind of answer that the flow waits for. */
export function askedField(flow: Flow | null, state: FlowState | undefined): FieldType | null {
  const prompt = state ? promptAt(flow, state) : null;
  return prompt?.type === 'field' ? prompt.field.type : null;
}

/** Whether a flow that stands here has asked for a file. */
export function waitsForFile(flow: Flow | null, state: FlowState): boolean {
  const prompt = promptAt(flow, state);
  return prompt?.type === 'field' && prompt.field.type === 'file';
}

/** A file is the answer where one was asked for; elsewhere what was written with it is. */
function inputOf({ text, reply, attachment }: Asked, wantsFile: boolean): FlowInput {
  if (attachment && (wantsFile || text === attachment.name)) return { kind: 'file', ...attachment };
  return reply ?? { kind: 'text', text };
}

/** What the visitor has given in this turn, with what it is called: a flow that changes later renames nothing. */
function collectedBy(
  flow: Flow | null,
  before: FlowState,
  state: FlowState,
  { collected = [], visitorUserId, visitorName, visitorEmail }: Conversation,
  attachment: Asked['attachment'],
): Omit<TurnChanges, 'flowState'> {
  if (!flow || state.data === before.data) return {};
  const given = fieldsOf(flow).flatMap(({ key, label, type }): CollectedValue[] => {
    const value = state.data[key];
    return value === undefined || value === before.data[key] || isEmpty(value)
      ? []
      : [
          {
            key,
            label,
            type,
            value: typeof value === 'string' ? value : [...value],
            ...(type === 'file' && attachment && { attachmentId: AttachmentId.parse(attachment.id) }),
          },
        ];
  });
  if (given.length === 0) return {};
  const keys = new Set(given.map(({ key }) => key));
  const email = textOf(given.find(({ type }) => type === 'email'));
  const name = textOf(given.find(({ key, type }) => key === 'name' && type === 'text'));
  // What the website vouches for counts more than what is typed.
  const isVouchedFor = visitorUserId !== undefined;
  return {
    collected: [...collected.filter(({ key }) => !keys.has(key)), ...given],
    ...(given.some(({ type }) => CONTACT_FIELDS.includes(type)) && { providedContact: true }),
    ...(email !== undefined && !(isVouchedFor && visitorEmail !== undefined) && { visitorEmail: email }),
    ...(name !== undefined && !(isVouchedFor && visitorName !== undefined) && { visitorName: name }),
  };
}

function isEmpty(value: FieldValue): boolean {
  return value.length === 0;
}

function textOf(value: CollectedValue | undefined): string | undefined {
  return typeof value?.value === 'string' ? value.value : undefined;
}

const TEXTS: Readonly<Record<Language, { readonly fileArrived: string; readonly over: string }>> = {
  en: {
    fileArrived: 'Thank you, your file has arrived. Our team can see it.',
    over: 'Thank you. What else can I help you with?',
  },
  de: {
    fileArrived: 'Vielen Dank, Ihre Datei ist angekommen. Unser Team kann sie sehen.',
    over: 'Vielen Dank. Womit kann ich Ihnen noch helfen?',
  },
};
