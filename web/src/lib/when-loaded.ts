/** Does what nobody waits for: after the page, which comes first. */
export function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}
