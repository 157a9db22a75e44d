/**
 * The attribute of an item that was brought back from a backup, with the time of that: the change that puts it is no
 * event, so that nobody is told again of what once happened.
 */
export const RESTORED_AT = 'restoredAt';

/** Whether a change is the restoring of an item, and nothing that happened. */
export function isRestoring(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): boolean {
  return after?.[RESTORED_AT] !== undefined && after[RESTORED_AT] !== before?.[RESTORED_AT];
}
