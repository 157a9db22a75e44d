import type { Document } from '#contract/knowledge/documents';

/** An upload's form posts for 15 minutes, and S3 tells of an arrival within another few. */
const GIVEN_UP_AFTER = 20 * 60_000;

/** Announced, but its bytes never came: the window was closed or the network went away. */
export function isInterrupted({ status, createdAt }: Document, now: number): boolean {
  return status === 'pending' && now - Date.parse(createdAt) > GIVEN_UP_AFTER;
}
