/** Seconds in which a deletion can be undone. */
export const UNDO_SECONDS = 60;
