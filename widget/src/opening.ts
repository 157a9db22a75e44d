import type { MountOptions } from './launch';
import type { Panel } from './panel';
import type { PartContext } from './parts/part';
import * as strings from './strings';

type OpeningOptions = Omit<PartContext, 'isOpen' | 'setOpen'>;

/** Opens and closes the chat. One that is embedded in the page is open always. */
export function createOpening(
  { host, launcher, conversation, messageList, composer, coversWindow, emit }: OpeningOptions,
  { element, close }: Panel,
  tell: MountOptions['tell'],
  render: () => void,
) {
  /** Its first opening on this page was counted. */
  let isCounted = false;

  const isEmbedded = () => host.dataset.mode === 'embedded';
  const isOpen = () => !element.hidden;

  function setOpen(open: boolean, { focus = true }: { readonly focus?: boolean } = {}) {
    if (!host.isConnected || (!open && isEmbedded())) return;
    const was = isOpen();
    element.hidden = !open;
    host.toggleAttribute('data-open', open);
    launcher.ariaExpanded = String(open);
    launcher.ariaLabel = open ? strings.close : strings.open;
    element.role = isEmbedded() ? 'region' : 'dialog';
    element.ariaModal = isEmbedded() ? null : String(coversWindow.matches);
    close.hidden = isEmbedded();
    if (open) {
      if (!was) conversation.resume();
      if (!was && !isEmbedded() && !isCounted) tell('opened');
      isCounted = true;
      // Hidden, the input has no height to be measured.
      composer.measure();
      messageList.scrollToEnd();
      render();
      if (focus) (composer.form.hidden ? close : composer.input).focus();
    } else if (focus) launcher.focus();
    if (was !== open) emit(open ? 'open' : 'close');
  }

  /** Closed by the visitor. */
  function dismiss() {
    if (isEmbedded()) return;
    setOpen(false);
    emit('dismiss');
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen()) dismiss();
    // The host page's shortcuts are not meant for what is typed here.
    event.stopPropagation();
  }
  for (const part of [element, launcher]) part.addEventListener('keydown', onKey);

  return { isOpen, setOpen, dismiss };
}
