import { useEffect, useRef, useState } from 'react';

export interface Theirs<STORED, CONFLICT> {
  /** What others saved. */
  readonly stored: STORED;
  /** What both changed, until it is decided which to take. */
  readonly conflicts: readonly CONFLICT[];
}

/** What others saved while something is edited here, and what is left to decide on; nothing once there is no edit. */
export function useConflicts<STORED, CONFLICT>(isDirty: boolean) {
  const [theirs, setTheirs] = useState<Theirs<STORED, CONFLICT> | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDirty) setTheirs(null);
  }, [isDirty]);
  return {
    theirs,
    setTheirs,
    count: theirs?.conflicts.length ?? 0,
    /** Of the element that tells of them. */
    notice,
    show() {
      notice.current?.focus({ preventScroll: true });
      notice.current?.scrollIntoView({ block: 'start' });
    },
    decided: (conflict: CONFLICT) =>
      setTheirs(
        (open) => open && { ...open, conflicts: open.conflicts.filter((other) => other !== conflict) },
      ),
  };
}
