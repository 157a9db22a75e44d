/** Where the open chat covers the whole window, as on phones: the keyboard on the screen, and the focus. */
import type { Part, PartContext } from './part';

interface Closing {
  onclose: (() => void) | null;
  destroy(): void;
}
/** Not every browser has it. There Back leaves the page: an entry of history for the chat would reach the router of the website. */
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Closing };

export function create({
  host,
  panel,
  composer,
  messageList,
  coversWindow,
  signal,
  focusEnds,
  isOpen,
  setOpen,
  emit,
}: PartContext): Part {
  const view = visualViewport;
  const root = host.shadowRoot as ShadowRoot;

  /**
   * Follows the part of the window that is seen: an on-screen keyboard covers the page, and some browsers tell only
   * here. Fingers that zoom in do not count.
   */
  function fitVisibleWindow() {
    if (!view || view.scale > 1.1) return;
    panel.style.setProperty('--top', `${view.offsetTop}px`);
    panel.style.setProperty('--height', `${view.height}px`);
    if (root.activeElement === composer.input) messageList.scrollToEnd();
  }
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, fitVisibleWindow, { signal });
  fitVisibleWindow();

  /** The page behind is covered: what has the focus there could not be seen. */
  function keepFocus(event: KeyboardEvent) {
    if (event.key !== 'Tab' || !coversWindow.matches || host.dataset.mode === 'embedded') return;
    const [first, last] = focusEnds();
    const [from, to] = event.shiftKey ? [first, last] : [last, first];
    if (root.activeElement !== from) return;
    event.preventDefault();
    to.focus();
  }
  panel.addEventListener('keydown', keepFocus);

  /** A phone's Back closes what covers its window, and leaves the page where it is. */
  let watcher: Closing | undefined;
  function watchBack() {
    const covers = isOpen() && coversWindow.matches && host.dataset.mode !== 'embedded';
    if (!covers) {
      watcher?.destroy();
      watcher = undefined;
    } else if (!watcher && CloseWatcher) {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        watcher = undefined;
        setOpen(false);
        emit('dismiss');
      };
    }
  }
  for (const event of ['open', 'close']) host.addEventListener(`parley:${event}`, watchBack, { signal });
  signal.addEventListener('abort', () => watcher?.destroy());
  watchBack();
  return {};
}
