import * as z from 'zod';
import { validation } from './error';

const Text = z.object({ text: z.string() });

const ConverseBody = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Text).min(1) })).min(1),
  system: z.array(Text).default([]),
  inferenceConfig: z
    .object({
      maxTokens: z.number().int().min(1).default(4_096),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .prefault({}),
});

/** A request of Converse as far as the product uses it: text alone. */
export interface ConverseRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

/** Reads the body of Converse and ConverseStream; refuses what AWS refuses, in its words. */
export function readConverseRequest(body: unknown): ConverseRequest {
  const result = ConverseBody.safeParse(body);
  if (!result.success) throw validation(z.prettifyError(result.error));
  const { messages, system, inferenceConfig } = result.data;
  requireConversation(messages);
  return {
    system: joined(system),
    messages: messages.map(({ role, content }) => ({ role, text: joined(content) })),
    ...inferenceConfig,
  };
}

function joined(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join('\n');
}

/** What AWS demands of a conversation; a model there refuses it in these words. */
function requireConversation(
  messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[],
): void {
  if (messages[0]?.role !== 'user') {
    throw validation(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  }
  if (messages.some(({ role }, index) => role === messages[index - 1]?.role)) {
    throw validation('roles must alternate between "user" and "assistant"');
  }
  if (messages.at(-1)?.role !== 'user') throw validation('The conversation must end with a user message.');
  if (messages.some(({ content }) => content.some(({ text }) => text.trim() === ''))) {
    throw validation(
      'The text field in the ContentBlock object is blank. Add text to the text field, and try again.',
    );
  }
}
