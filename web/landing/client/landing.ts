import { dismissAlphaBanner } from '../../src/lib/alpha-banner';
import { currentConsent, onConsent, saveConsent } from '../../src/lib/consent';
import { followConsent, writePreference } from '../../src/lib/preferences';

/** What the page does beyond its markup, which is complete without it. */
const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

function rememberLanguage(): void {
  const menu = find<HTMLDetailsElement>('.lang');
  menu?.addEventListener('click', ({ target }) => {
    const code = (target as HTMLElement).closest('a')?.lang;
    if (code) writePreference('parley.language', code);
  });
  // A menu that stays open over what a person does next is in the way.
  for (const event of ['click', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => {
      if (menu && !menu.contains(target as Node)) menu.open = false;
    });
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

function dismissAlpha(): void {
  find('.alpha button')?.addEventListener('click', () => {
    dismissAlphaBanner('landing');
    document.documentElement.dataset.alpha = 'dismissed';
    keepFocus();
  });
}

/** What had the focus is gone. */
function keepFocus(): void {
  find('main')?.focus({ preventScroll: true });
}

function chooseTheme(): void {
  const { dataset } = document.documentElement;
  const select = find<HTMLSelectElement>('select');
  if (!select) return;
  select.value = dataset.theme ?? '';
  select.addEventListener('change', () => {
    if (select.value) dataset.theme = select.value;
    else delete dataset.theme;
    writePreference('parley.theme', select.value || null);
  });
}

/** A number in an answer opens the passage that it stands for. */
function openSources(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('sup a')) {
    link.addEventListener('click', (event) => {
      const source = find<HTMLDetailsElement>(link.hash);
      if (!source) return;
      event.preventDefault();
      source.open = true;
      source.querySelector('summary')?.focus();
    });
  }
}

function askConsent(): void {
  const banner = find('.consent');
  const dialog = find<HTMLDialogElement>('dialog');
  const form = dialog?.querySelector('form');
  if (!banner || !dialog || !form) return;
  const boxes = form.elements as unknown as Record<'analytics' | 'preferences', HTMLInputElement>;
  const save = (analytics: boolean, preferences: boolean) => {
    saveConsent({ analytics, preferences });
    dialog.close();
    keepFocus();
  };
  const show = () => {
    banner.hidden = currentConsent() !== null;
  };
  // Also a choice that another window makes.
  onConsent(show);
  show();
  document.addEventListener('click', ({ target }) => {
    switch ((target as HTMLElement).dataset.consent) {
      case 'none':
        return save(false, false);
      case 'all':
        return save(true, true);
      case 'save':
        return save(boxes.analytics.checked, boxes.preferences.checked);
      case 'close':
        return dialog.close();
      case 'settings': {
        const consent = currentConsent();
        boxes.analytics.checked = consent?.analytics ?? false;
        boxes.preferences.checked = consent?.preferences ?? false;
        return dialog.showModal();
      }
    }
  });
}

followConsent();
rememberLanguage();
dismissAlpha();
chooseTheme();
openSources();
askConsent();
