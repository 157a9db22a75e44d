import type { SnippetCheck } from '../../../../../functions/contract/snippet-check';
import { call } from '../../../lib/api';

export function checkSnippet(botId: string, url: string): Promise<SnippetCheck> {
  return call('checkSnippet', { params: { botId }, body: { url } });
}
