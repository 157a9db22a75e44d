/** What the page does beyond its markup, which is complete without it. */
const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows and full disks refuse; then it holds for this page.
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function rememberLanguage(): void {
  const menu = find<HTMLDetailsElement>('.lang');
  menu?.addEventListener('click', ({ target }) => {
    const code = (target as HTMLElement).closest('a')?.lang;
    if (code) store('parley.language', code);
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
    store('parley.alphaBanner.landing', 'dismissed');
    document.documentElement.dataset.alpha = 'dismissed';
    find('header a')?.focus();
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

interface Consent {
  readonly necessary: true;
  readonly analytics: boolean;
  readonly preferences: boolean;
}
const CONSENT = 'cookieConsent';

function askConsent(): void {
  const banner = find('.consent');
  const dialog = find<HTMLDialogElement>('dialog');
  const form = dialog?.querySelector('form');
  if (!banner || !dialog || !form) return;
  const boxes = form.elements as unknown as Record<'analytics' | 'preferences', HTMLInputElement>;
  const save = (analytics: boolean, preferences: boolean) => {
    store(CONSENT, JSON.stringify({ necessary: true, analytics, preferences } satisfies Consent));
    banner.hidden = true;
    dialog.close();
  };
  banner.hidden = readConsent() !== undefined;
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
        const consent = readConsent();
        boxes.analytics.checked = consent?.analytics ?? false;
        boxes.preferences.checked = consent?.preferences ?? false;
        return dialog.showModal();
      }
    }
  });
}

/** What was decided, or nothing where that can't be read. */
function readConsent(): Consent | undefined {
  try {
    const record = JSON.parse(stored(CONSENT) ?? '') as Partial<Consent> | null;
    const { necessary, analytics, preferences } = record ?? {};
    const valid = necessary === true && typeof analytics === 'boolean' && typeof preferences === 'boolean';
    return valid ? { necessary, analytics, preferences } : undefined;
  } catch {
    return undefined;
  }
}

rememberLanguage();
dismissAlpha();
openSources();
askConsent();
