import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/** What makes a `<dialog>` stand above the page, with the focus, as long as it is rendered; `onEscape` of Esc. */
export function useModal(onEscape: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect: closed while it is still in the page, the dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    // React brings that of a dialog within this one as well, browsers that of a choice of files that was left.
    if (event.target !== event.currentTarget) return;
    // Esc would close the element behind React's back.
    event.preventDefault();
    onEscape();
  };
  return { ref, onCancel };
}
