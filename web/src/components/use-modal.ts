import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A `<dialog>` that stands above the page, and has the focus, as long as it is rendered. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: closed while it is still in the page, the dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
