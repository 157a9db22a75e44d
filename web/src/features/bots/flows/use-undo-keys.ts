import { useEffect } from 'react';
import { type History, redone, undone } from './history';

/** Of the whole page: what had the focus may be what was just deleted, or a button that has nothing left to do. */
export function useUndoKeys<T>(
  isActive: boolean,
  move: (step: (history: History<T>) => History<T>) => void,
): void {
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isWriting(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      move(key === 'y' || event.shiftKey ? redone : undone);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive, move]);
}

/** Where letters are written, undoing is the field's own. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}
