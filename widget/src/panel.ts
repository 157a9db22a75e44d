import type { PublicBot } from '#contract/bots/public-bot';
import type { Composer } from './composer';
import { el, icon } from './dom';
import type { MessageList } from './message-list';
import * as strings from './strings';

/** Address of the site that Parley presents itself on; the build puts a mark in, and publishing the stage's own. */
declare const ROOT_ORIGIN: string;

const PLUS = 'M12 5v14M5 12h14';

export interface PanelOptions {
  readonly messageList: MessageList;
  readonly composer: Composer;
  onNewChat(): void;
  onMenu(): void;
  onClose(): void;
}

export type Panel = ReturnType<typeof createPanel>;

/** The chat's window: header, messages, status, input, branding. */
export function createPanel({ messageList, composer, onNewChat, onMenu, onClose }: PanelOptions) {
  const avatar = el('img', { class: 'avatar', alt: '', onerror: () => avatar.remove() });
  const letter = el('i', { class: 'avatar letter', 'aria-hidden': 'true' });
  const name = el('b', { id: 'name', class: 'name' });
  const company = el('span', { class: 'company' });
  const status = el('p', { class: 'status', role: 'status' });
  const newChat = el(
    'button',
    { class: 'close', 'aria-label': strings.anew, title: strings.anew, hidden: '', onclick: onNewChat },
    icon(PLUS),
  );
  const menuButton = el(
    'button',
    { class: 'close', 'aria-label': strings.menu, 'aria-haspopup': 'true', onclick: onMenu },
    '⋮',
  );
  const close = el('button', { class: 'close', 'aria-label': strings.close, onclick: onClose }, '×');
  const header = el('div', { class: 'header' }, el('div', {}, name, company), newChat, menuButton, close);
  const branding = el(
    'a',
    { class: 'branding', href: ROOT_ORIGIN, target: '_blank', rel: 'noopener', hidden: '' },
    strings.branding,
  );
  const element = el(
    'section',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': 'name',
      'aria-describedby': 'greeting',
      lang: strings.language,
      hidden: '',
    },
    header,
    ...messageList.elements,
    status,
    composer.form,
    branding,
  );

  /**
   * The bot's picture, or its first letter where it was given none. The embed code names the letter as a `data:`
   * picture, which a strict policy of the page would refuse: it is drawn here.
   */
  function showPicture(url: string | null | undefined, botName: string) {
    letter.textContent = Array.from(botName.trim())[0]?.toUpperCase() ?? '';
    if (!url || url.startsWith('data:')) {
      avatar.remove();
      return header.prepend(letter);
    }
    letter.remove();
    if (avatar.getAttribute('src') === url && avatar.isConnected) return;
    avatar.src = url;
    header.prepend(avatar);
  }

  return {
    element,
    header,
    status,
    newChat,
    menuButton,
    close,
    /** Says whose chat it is. */
    describe({ botName = '', companyName = '', avatarUrl, showBranding }: Partial<PublicBot>) {
      name.textContent = botName;
      name.title = botName;
      company.textContent = companyName;
      branding.hidden = !showBranding;
      showPicture(avatarUrl, botName);
    },
    /** The first and the last control that take the focus. */
    focusEnds(): readonly [HTMLElement, HTMLElement] {
      const first = [newChat, menuButton].find((button) => !button.hidden) ?? close;
      const last = branding.hidden ? (composer.lastControl() ?? close) : branding;
      return [first, last];
    },
  };
}
