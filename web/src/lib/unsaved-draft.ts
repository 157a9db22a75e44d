import { createContext, useContext, useEffect, useRef } from 'react';

/** Saves what is typed; false: it could not be saved, and the page says why. */
export type SaveDraft = () => Promise<boolean>;

interface UnsavedDraft {
  /** Of the page that is open, while it has unsaved changes of the bot. */
  readonly save: SaveDraft | null;
  register(save: SaveDraft | null): void;
}

/** Connects a form of a bot's pages with what is done to the bot from outside of it. */
export const UnsavedDraftContext = createContext<UnsavedDraft>({ save: null, register: () => {} });

/** Publishing would leave out what is typed: who publishes is to save it first. */
export function useUnsavedDraft(): SaveDraft | null {
  return useContext(UnsavedDraftContext).save;
}

/** Offers to save this page's changes, while there are any. */
export function useOfferToSave(isDirty: boolean, save: SaveDraft): void {
  const { register } = useContext(UnsavedDraftContext);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isDirty) return;
    register(() => latest.current());
    return () => register(null);
  }, [isDirty, register]);
}
