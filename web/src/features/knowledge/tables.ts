import type { DocumentTable } from '#contract/knowledge/documents';

/** Whether what its owner says of a table doesn't hold yet, since its document is being read again. */
export function isBeingRead({ said, hasHeader, basis }: DocumentTable): boolean {
  if (said === null) return basis === 'owner';
  // A first row that is too long is no header, whatever is said of it.
  if (basis === 'too_long') return !said;
  return basis !== 'owner' || said !== hasHeader;
}
