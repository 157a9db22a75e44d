import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Window } from 'happy-dom';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildLanding } from '../../../web/landing/build';

// The page as it is built, its own scripts run in a simulated browser. What it looks like: test/e2e/site/landing.test.ts.

const folder = temporaryFolder();
beforeAll(() => buildLanding(folder));

const open = new Set<Window>();
afterEach(async () => {
  for (const window of open) await window.happyDOM.close();
  open.clear();
});

type Stored = Readonly<Record<string, string>>;

/** Opens the page in a browser that has stored this already. */
async function visit({ language = 'en', local = {} }: { language?: 'en' | 'de'; local?: Stored } = {}) {
  const window = new Window({
    url: `https://parley.example/${language}`,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  open.add(window);
  for (const [key, value] of Object.entries(local)) window.localStorage.setItem(key, value);
  window.document.write(await readFile(path.join(folder, 'landing', `${language}.html`), 'utf8'));
  const find = (selector: string) => {
    const found = window.document.querySelector(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found as unknown as HTMLElement;
  };
  return {
    find,
    press: (selector: string) => find(selector).click(),
    html: window.document.documentElement,
    banner: find('.consent'),
    dialog: find('dialog') as HTMLDialogElement,
    box: (name: string) => find(`dialog input[name=${name}]`) as HTMLInputElement,
    local: () => ({ ...window.localStorage }) as Stored,
    session: () => ({ ...window.sessionStorage }) as Stored,
  };
}

const record = (local: Stored): unknown => JSON.parse(local.cookieConsent ?? 'null');

describe('the question about cookies', () => {
  it('takes a choice of each kind in its dialog, which opens again with what was chosen', async () => {
    const page = await visit();
    expect(page.banner.hidden).toBe(false);
    page.press('.consent [data-consent=settings]');
    expect(page.dialog.open).toBe(true);
    expect([page.box('necessary').checked, page.box('necessary').disabled]).toEqual([true, true]);
    page.box('preferences').checked = true;
    page.press('dialog [data-consent=save]');
    expect(record(page.local())).toMatchObject({ necessary: true, analytics: false, preferences: true });
    expect([page.dialog.open, page.banner.hidden]).toEqual([false, true]);

    page.press('footer [data-consent=settings]');
    expect([page.box('preferences').checked, page.box('analytics').checked]).toEqual([true, false]);
    page.press('dialog [data-consent=close]');
    expect(page.dialog.open).toBe(false);
    page.press('footer [data-consent=settings]');
    page.press('dialog [data-consent=all]');
    expect(record(page.local())).toMatchObject({ necessary: true, analytics: true, preferences: true });
  });

  it('takes the necessary alone in one press, and is not asked again', async () => {
    const page = await visit();
    page.press('.consent [data-consent=none]');
    expect(page.banner.hidden).toBe(true);
    expect(record(page.local())).toMatchObject({ necessary: true, analytics: false, preferences: false });
    expect((await visit({ local: page.local() })).banner.hidden).toBe(true);
  });

  it.each(['', '{', '{"necessary":true}', '{"necessary":false,"analytics":true}', 'null'])(
    'is asked again where what is stored can not be read: %j',
    async (cookieConsent) => {
      expect((await visit({ local: { cookieConsent } })).banner.hidden).toBe(false);
    },
  );
});

describe('the notice of the alpha programme', () => {
  it('once dismissed is gone at once on the next visit, and asks the other places anew', async () => {
    const page = await visit();
    page.press('.consent [data-consent=all]');
    page.press('.alpha button');
    expect(page.html.dataset.alpha).toBe('dismissed');
    const kept = Object.entries(page.local()).filter(([key]) => key.startsWith('parley.alphaBanner.'));
    expect(kept.filter(([key]) => !key.endsWith('.chosenAt'))).toEqual([
      ['parley.alphaBanner.landing', 'dismissed'],
    ]);
    expect((await visit({ local: page.local() })).html.dataset.alpha).toBe('dismissed');
    expect((await visit()).html.dataset.alpha).toBeUndefined();
  });
});

describe('the language of the page', () => {
  it('is held by the pages that it leads to, for this window only', async () => {
    const page = await visit({ language: 'de' });
    page.press('header nav a[href="/pricing"]');
    expect(page.session()['parley.language']).toBe('de');
    expect(page.local()).toEqual({});
  });

  it('is not taken for a choice where a link leads to a part of the page', async () => {
    const page = await visit({ language: 'de' });
    page.press('.skip');
    expect(page.session()).toEqual({});
  });
});
