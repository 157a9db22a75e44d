import { BedrockError } from './error';

export interface Prompt {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

export function answerFrom(_prompt: Prompt): string {
  throw new BedrockError('ServiceUnavailableException', 503, 'No answerer yet.');
}
