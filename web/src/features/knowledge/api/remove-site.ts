import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';

/** Removes a website; one that is gone already is removed. */
export async function removeSite(botId: string, siteId: string): Promise<void> {
  try {
    await call('removeSite', { params: { botId, siteId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'site.not_found') throw error;
  }
}
