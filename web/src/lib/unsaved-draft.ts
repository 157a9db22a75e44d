import { createContext, useContext, useEffect, useRef } from 'react';

/**
 * What came of saving: `merged` with something of others that nobody on this page has seen yet; `refused` for what the page
 * says itself.
 */
export type DraftSaved = 'saved' | 'merged' | 'refused';

/** Saves what is typed, and leaves it to who asked for it to say so. */
export type SaveDraft = () => Promise<DraftSaved>;

interface UnsavedDraft {
  /** Of the page that is open, while it has unsaved changes of the bot. */
  readonly save: SaveDraft | null;
  /** Whether saving waits for a decision between these changes and those of others. */
  readonly isUndecided: boolean;
  register(save: SaveDraft | null, isUndecided?: boolean): void;
}

/** Connects a form of a bot's pages with what is done to the bot from outside of it. */
export const UnsavedDraftContext = createContext<UnsavedDraft>({
  save: null,
  isUndecided: false,
  register: () => {},
});

/** Publishing would leave out what is typed: who publishes is to save it first. */
export function useUnsavedDraft(): UnsavedDraft {
  return useContext(UnsavedDraftContext);
}

/** Offers to save this page's changes, while there are any. */
export function useOfferToSave(isDirty: boolean, isUndecided: boolean, save: SaveDraft): void {
  const { register } = useContext(UnsavedDraftContext);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isDirty) return;
    register(() => latest.current(), isUndecided);
    return () => register(null);
  }, [isDirty, isUndecided, register]);
}
