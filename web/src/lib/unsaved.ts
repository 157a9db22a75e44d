/** Fields that a person has typed into since the page was loaded, by the forms that may still want it. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Notices what is typed, from now on. */
export function watchInput(): void {
  document.addEventListener(
    'input',
    ({ target, isTrusted }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTrusted && isField && !['checkbox', 'radio'].includes(target.type)) typed.add(target);
    },
    { capture: true, passive: true },
  );
}

/** Whether leaving the page now would lose what a person has entered, or a transfer under way. */
export function wouldLoseInput(): boolean {
  for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field);
  if (typed.size > 0) return true;
  // Whoever would warn before the window closes is asked the same way.
  const leaving = new Event('beforeunload', { cancelable: true });
  return !window.dispatchEvent(leaving);
}
