import { createContext, useContext, useEffect, useRef } from 'react';

/**
 * What came of saving: `merged` with something of others that nobody on this page has seen yet; `refused` for what the page
 * says itself.
 */
export type DraftSaved = 'saved' | 'merged' | 'refused';

/** Saves what is typed, and leaves it to who asked for it to say so. */
export type SaveDraft = () => Promise<DraftSaved>;

/** What is typed: it is named where saving it publishes it too. */
export type DraftKind = 'settings' | 'flow';

export interface UnsavedDraft {
  /** Of the page that is open, while it has unsaved changes of the bot. */
  readonly save: SaveDraft | null;
  /** Whether saving waits for a decision between these changes and those of others. */
  readonly isUndecided: boolean;
  readonly kind: DraftKind;
  register(
    draft: { readonly save: SaveDraft; readonly kind: DraftKind; readonly isUndecided: boolean } | null,
  ): void;
}

/** Connects a form of a bot's pages with what is done to the bot from outside of it. */
export const UnsavedDraftContext = createContext<UnsavedDraft>({
  save: null,
  isUndecided: false,
  kind: 'settings',
  register: () => {},
});

/** Publishing would leave out what is typed: who publishes is to save it first. */
export function useUnsavedDraft(): UnsavedDraft {
  return useContext(UnsavedDraftContext);
}

/** Offers to save this page's changes, while there are any. */
export function useOfferToSave(
  kind: DraftKind,
  isDirty: boolean,
  isUndecided: boolean,
  save: SaveDraft,
): void {
  const { register } = useContext(UnsavedDraftContext);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isDirty) return;
    register({ save: () => latest.current(), kind, isUndecided });
    return () => register(null);
  }, [kind, isDirty, isUndecided, register]);
}
