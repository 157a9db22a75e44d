import { PublicBot } from '../../../../../functions/contract/public-bot';
import type { LanguageCode } from '../../../i18n/languages';
import { call, readError } from '../../../lib/api';
import { ApiError } from '../../../lib/api-error';

/** The bot by which Parley shows itself, as the edge serves it to any website. */
export async function loadDemo(language: LanguageCode, signal: AbortSignal): Promise<PublicBot> {
  const { widgets } = await call('getDemo', { signal });
  if (!widgets) throw new ApiError('widget.not_found');
  const response = await fetch(`/w/${widgets[language]}.json`, { signal }).catch((cause: unknown) => {
    throw new ApiError('network.failed', { cause });
  });
  if (!response.ok) throw await readError(response);
  return PublicBot.parse(await response.json());
}
