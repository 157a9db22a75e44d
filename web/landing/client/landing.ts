import { dismissAlphaBanner } from '#lib/alpha-banner';
import { currentConsent, onConsent, saveConsent } from '#lib/consent';
import { currencyHere } from '#lib/currency';
import { followConsent, writePreference } from '#lib/preferences';
import { writeStored } from '#lib/storage';

/** What the page does beyond its markup, which is complete without it. */
const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

/**
 * A language that is chosen is remembered as every preference is. Any other link leads to a page in the language of
 * this one, whatever the browser prefers, for as long as this window is open: who reads German here goes on so.
 */
function rememberLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = (target as HTMLElement).closest('a');
    if (link?.lang) writePreference('parley.language', link.lang);
    else if (link && !link.hash)
      writeStored('parley.language', document.documentElement.lang, () => sessionStorage);
  });
}

/** A menu that stays open over what a person does next is in the way. */
function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.drop')) {
    for (const event of ['click', 'focusin'] as const)
      document.addEventListener(event, ({ target }) => {
        if (!menu.contains(target as Node)) menu.open = false;
      });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
}

function dismissAlpha(): void {
  find('.alpha button')?.addEventListener('click', () => {
    dismissAlphaBanner('landing');
    document.documentElement.dataset.alpha = 'dismissed';
    keepFocus();
  });
}

/** Where euros are paid in, prices are in euros in every language; the figure is the same. */
function sayCurrency(): void {
  if (document.documentElement.lang === 'de' || currencyHere('en') === 'usd') return;
  for (const price of document.querySelectorAll('.price :is(b, small, a)'))
    for (const part of price.childNodes) if (part instanceof Text) part.data = part.data.replace('$', '€');
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

/** The first answer stands there from the start; one that is asked for arrives piece by piece. */
function sayAnswers(): void {
  const talk = find('.talk');
  talk?.addEventListener('change', () => talk.classList.add('asked'));
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
  // The page ends above it, and scrolls what is focused free of it.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--consent', `${banner.offsetHeight}px`),
  ).observe(banner);
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
closeMenus();
dismissAlpha();
sayCurrency();
chooseTheme();
sayAnswers();
openSources();
askConsent();
