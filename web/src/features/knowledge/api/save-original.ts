import type { Document } from '#contract/knowledge/documents';
import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';

/**
 * Saves a document's file under its own name. Its bytes are fetched first: of several that the browser is led to one
 * after the other, each would break off the one before, and what failed could not be told.
 */
export async function saveOriginal({ botId, id, fileName }: Document): Promise<void> {
  const { url } = await call('getOriginal', { params: { botId, documentId: id }, query: { as: 'file' } });
  const file = await fetch(url).catch((cause: unknown) => {
    throw new ApiError('network.failed', { cause });
  });
  if (!file.ok) throw new ApiError('source.not_found');
  const address = URL.createObjectURL(await file.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
