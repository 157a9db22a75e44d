import { PublicBot } from '#contract/bots/public-bot';
import type { LanguageCode } from '#i18n/languages';
import { call, readError } from '#lib/api';
import { ApiError } from '#lib/api-error';

/**
 * A bot of the operator's own, as the edge serves it to any website: `widgets` by which Parley shows itself, `help` that
 * answers from the articles of the help centre.
 */
export async function loadOperatorBot(
  which: 'widgets' | 'help',
  language: LanguageCode,
  signal: AbortSignal,
): Promise<PublicBot> {
  const { [which]: ids } = await call('getDemo', { signal });
  if (!ids) throw new ApiError('widget.not_found');
  const response = await fetch(`/w/${ids[language]}.json`, { signal }).catch((cause: unknown) => {
    throw new ApiError('network.failed', { cause });
  });
  if (!response.ok) throw await readError(response);
  return PublicBot.parse(await response.json());
}
