import type { Document } from '#contract/knowledge/documents';

/** Why there is nothing to download: it was typed in, is a page of a website, was not kept, or isn't here yet. */
export const NO_FILE = ['faq', 'page', 'failed', 'arriving'] as const;

/** Null where a document has a file. */
export function whyNoFile({ status, format, url }: Document): (typeof NO_FILE)[number] | null {
  if (format === 'faq') return 'faq';
  if (url !== null) return 'page';
  if (status === 'failed') return 'failed';
  return status === 'success' || status === 'processing' ? null : 'arriving';
}
