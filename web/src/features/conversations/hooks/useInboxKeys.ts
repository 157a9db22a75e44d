import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePermission } from '#lib/session/session';
import { useBulk } from './useBulk';
import { useGoOn } from './useGoOn';

/** The reply box of the conversation that is open. */
export const REPLY_FIELD = 'data-inbox-reply';
/** Where it is chosen whether a reply or a note is written, and who is in charge. */
export const WRITE_NOTE = 'data-inbox-kinds';
/** What a conversation is called: where one is who has opened it. */
export const NAME = 'data-inbox-name';
export const NOTE_FIELD = 'data-inbox-note';
export const ASSIGN_FIELD = 'data-inbox-assign';

/** Keys as a mail client has them: j and k move, Enter opens, e resolves, r replies, n notes, a assigns, ? says so. */
export function useInboxKeys({
  ids,
  open,
  search,
}: {
  readonly ids: readonly string[];
  /** The conversation that is open, or empty. */
  readonly open: string;
  /** Of the list's address, which an opened conversation keeps. */
  readonly search: string;
}) {
  const navigate = useNavigate();
  const mayAnswer = usePermission('conversations.answer');
  const goOn = useGoOn();
  const act = useBulk((action) => {
    if (action === 'resolve' && open !== '') goOn(open);
  });
  const [focused, setFocused] = useState(open);
  const [known, setKnown] = useState(open);
  // Opened in another way than by keys, it is where the keys are; closed, they stay there.
  if (known !== open) {
    setKnown(open);
    if (open !== '') setFocused(open);
  }
  const [isHelpShown, setIsHelpShown] = useState(false);
  /** What an action means: the one that is read, else the one in the list that is marked. */
  const at = open || (ids.includes(focused) ? focused : '');
  const go = (id: string) => void navigate({ pathname: `/conversations/${id}`, search });
  const press = (key: string): boolean => {
    switch (key) {
      case 'j':
      case 'k': {
        const next = ids[nextPlace(ids.indexOf(focused), key, ids.length)];
        if (next === undefined) return false;
        setFocused(next);
        // With a conversation beside it, the list is what is gone through.
        if (open !== '') go(next);
        return true;
      }
      case 'Enter':
        if (focused === '' || focused === open) return false;
        go(focused);
        return true;
      case 'e':
        if (at === '' || !mayAnswer || act.isPending) return false;
        act.mutate({ ids: [at], action: 'resolve' });
        return true;
      case 'r':
        kindOf('reply')?.click();
        return focusOn(`[${REPLY_FIELD}]`);
      case 'n':
        kindOf('note')?.click();
        // It is shown with what follows the click.
        setTimeout(() => focusOn(`[${NOTE_FIELD}]`));
        return true;
      case 'a':
        return focusOn(`[${ASSIGN_FIELD}]`);
      case '?':
        setIsHelpShown(true);
        return true;
      default:
        return false;
    }
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    /** What had the focus last: it may have gone from the page since, and the focus with it. */
    let held: EventTarget | null = null;
    const follow = ({ target }: FocusEvent) => {
      held = target;
    };
    const listen = (event: KeyboardEvent) => {
      const isWritten = event.target instanceof HTMLElement && event.target.matches(WRITTEN);
      if (event.key === 'Escape' && isWritten && focusOn(`[${NAME}]`)) return event.preventDefault();
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // Whoever was writing goes on writing: where a field lost the focus to nothing, letters are no commands.
      if (isTyped(event) || (event.target === document.body && isField(held))) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('keydown', listen);
    };
  }, []);
  return {
    focused,
    isHelpShown,
    showHelp: () => setIsHelpShown(true),
    closeHelp: () => setIsHelpShown(false),
  };
}

const WRITTEN = `[${REPLY_FIELD}], [${NOTE_FIELD}]`;

function focusOn(field: string): boolean {
  const found = document.querySelector<HTMLElement>(field);
  found?.focus();
  return found !== null;
}

function kindOf(kind: 'reply' | 'note'): HTMLInputElement | null {
  return document.querySelector(`[${WRITE_NOTE}] input[value="${kind}"]`);
}

function nextPlace(place: number, key: 'j' | 'k', count: number): number {
  if (place < 0) return 0;
  return Math.min(count - 1, Math.max(0, place + (key === 'j' ? 1 : -1)));
}

/** Whether the key belongs to a field, to a button that has the focus, or to a dialog above the page. */
function isTyped({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (isField(target)) return true;
  return key === 'Enter' && target.closest('a, button, summary') !== null;
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
