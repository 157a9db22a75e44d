/** How a row of a table is set. */
export interface RowLook {
  /** Whether all that it says is, in more than one cell. */
  readonly isBold: boolean;
  /** The colour behind all its cells, null where they differ or have none. */
  readonly ground: string | null;
}

/** Whether a row is set as those below it are not: on a colour, as every other row of a striped table is, or bold. */
export function isSetOff(first: RowLook, others: readonly RowLook[]): boolean {
  if (others.length === 0) return false;
  const isOnOwnGround =
    first.ground !== null && !others.slice(0, 2).some(({ ground }) => ground === first.ground);
  return isOnOwnGround || (first.isBold && !others.some(({ isBold }) => isBold));
}
