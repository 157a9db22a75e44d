import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANNUAL_DISCOUNT, PLANS } from '#contract/accounts/plans';
import { PUBLIC_PATHS } from '#lib/public-paths';
import { landingFontsSize, landingSize, SIZE_BUDGETS } from '#test/helpers/sizes';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildLanding, type InlineSources, inlineSources } from '../../../web/landing/build';
import { html } from '../../../web/landing/html';
import { PUBLIC_PAGES } from '../../../web/landing/robots';
import { textsOf } from '../../../web/landing/texts';
import { withTokens } from '../../../web/landing/tokens';

const WEB = path.resolve(import.meta.dirname, '../../../web');
const LANGUAGES = ['en', 'de'] as const;

const folder = temporaryFolder();
const pages: Record<string, string> = {};
beforeAll(async () => {
  await buildLanding(folder);
  for (const language of LANGUAGES)
    pages[language] = await readFile(path.join(folder, 'landing', `${language}.html`), 'utf8');
});

it('the landing page is at most 14 kB with all that a first view loads', () => {
  expect(landingSize(folder, path.join(WEB, 'public'))).toBeLessThanOrEqual(SIZE_BUDGETS.web.landing);
});

it('its two typefaces, which follow, have only the letters that it writes', () => {
  const size = landingFontsSize(folder);
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(SIZE_BUDGETS.web.landingFonts);
});

describe.each(LANGUAGES)('the landing page in %s', (language) => {
  const page = () => pages[language] ?? '';

  it('loads nothing else but its two fonts: no script, style sheet or image besides its icons', async () => {
    expect(page()).not.toMatch(/\ssrc=(?!"…)|@import|rel="(stylesheet|modulepreload)/);
    const loaded = [...page().matchAll(/url\((.*?)\)/g)].map(([, file = '']) => path.basename(file));
    expect(loaded.sort()).toEqual((await readdir(path.join(folder, 'assets'))).sort());
    expect(loaded).toHaveLength(2);
    const preloaded = [...page().matchAll(/<link rel="preload" href="(.*?)" as="font"/g)];
    expect(preloaded.map(([, file = '']) => path.basename(file)).sort()).toEqual(loaded);
    const linked = [...page().matchAll(/<link rel="(\S+?)"/g)].map(([, rel]) => rel);
    expect([...new Set(linked)]).toEqual([
      'preload',
      'icon',
      'apple-touch-icon',
      'manifest',
      'canonical',
      'alternate',
    ]);
  });

  it('carries no inline handler and no inline style, which its policy would refuse', () => {
    expect(page()).not.toMatch(/<[^>]+\s(on\w+|style)=/);
  });

  it('says in which languages it is to be had, under addresses that publishing completes', async () => {
    const origin = 'https://root-origin.invalid';
    expect(page()).toContain(`<html lang="${language}" dir="ltr">`);
    expect(page()).toContain(`<link rel="canonical" href="${origin}/${language}">`);
    for (const [code, at] of Object.entries({ en: '/en', de: '/de', 'x-default': '/' }))
      expect(page()).toContain(`<link rel="alternate" hreflang="${code}" href="${origin}${at}">`);
    const root = await readFile(path.join(folder, 'landing', `root-${language}.html`), 'utf8');
    // The same page but for its address.
    expect(root).toBe(
      page()
        .replace(`rel="canonical" href="${origin}/${language}"`, `rel="canonical" href="${origin}/"`)
        .replace(
          `property="og:url" content="${origin}/${language}"`,
          `property="og:url" content="${origin}/"`,
        ),
    );
  });

  it('shows the prices of the plans, and the computed ones of a year', () => {
    const format = (value: number, digits: number) =>
      new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-US', {
        style: 'currency',
        currency: language === 'de' ? 'EUR' : 'USD',
        minimumFractionDigits: digits,
      }).format(value);
    for (const plan of ['starter', 'professional'] as const) {
      const yearly = PLANS[plan].price * 12 * (1 - ANNUAL_DISCOUNT);
      expect(page()).toContain(`<b>${format(PLANS[plan].price, 0)}</b>`);
      expect(page()).toContain(`<b>${format(yearly / 12, 2)}</b>`);
      expect(page()).toContain(format(yearly, 2));
    }
    // What it costs without an agreement is told where it leads to.
    expect(page()).toMatch(new RegExp(`<a href="/pricing">[^<]*${PLANS.enterprise.price}`));
    expect(page()).toContain(`<b>${language === 'de' ? 'Individuell' : 'Custom'}</b>`);
    const [popular = ''] = /<li class="professional">.*?<\/h3>/.exec(page()) ?? [];
    expect(popular).toContain(`<span>${language === 'de' ? 'Beliebt' : 'Popular'}</span>`);
  });

  it('leads to the pages of the public site, and to parts of itself that it has', () => {
    const links = [...page().matchAll(/<a ([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter((attributes) => !/class="([^"]* )?in[ "]/.test(attributes))
      .map((attributes) => /href="([^"]*)"/.exec(attributes)?.[1] ?? '');
    const [parts, pagesOfSite] = [true, false].map((isPart) => [
      ...new Set(links.filter((link) => link.startsWith('#') === isPart)),
    ]);
    for (const part of parts ?? []) expect(page().split(`id="${part.slice(1)}"`), part).toHaveLength(2);
    const languages = LANGUAGES.map((code) => `/${code}`);
    const opened = [...PUBLIC_PATHS, 'chat-demo'].map((path) => `/${path}`);
    const trying = '/auth/signup?redirect=%2Fbilling%3Fplan%3Dprofessional';
    const joining = ['/auth/login', '/auth/signup', '/auth/signup?alpha=true', trying];
    expect(pagesOfSite?.sort()).toEqual([...languages, ...opened, ...joining].sort());
    expect(page()).toMatch(/<aside class="alpha".*?href="\/auth\/signup\?alpha=true">.*?<\/aside>/);
    expect(page()).toMatch(/<section class="consent".*?href="\/privacy".*?<\/section>/);
  });

  it('has the header of the public pages, and with a session the way to the application', () => {
    const [header = ''] = /<header>.*?<\/header>/.exec(page()) ?? [];
    const links = [...header.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => ({
      href: /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
      kind: /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [],
    }));
    expect([...new Set(links.map(({ href }) => href))]).toEqual([
      `/${language}`,
      '/pricing',
      '/roadmap',
      '/about',
      '/contact',
      ...LANGUAGES.map((code) => `/${code}`).filter((href) => href !== `/${language}`),
      '/auth/login',
      '/auth/signup',
      '/dashboard',
    ]);
    for (const { href, kind } of links)
      expect(kind.includes('in') ? 'in' : kind.includes('out') ? 'out' : '', href).toBe(
        href === '/dashboard' ? 'in' : href.startsWith('/auth') ? 'out' : '',
      );
  });

  it('describes the product to machines in data that parses', () => {
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page()) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'SoftwareApplication',
      inLanguage: language,
      offers: [{ price: 29 }, { price: 99 }],
    });
  });
});

describe('what is built beside the pages', () => {
  it('names exactly the inline code that they carry', async () => {
    const written: InlineSources = JSON.parse(await readFile(path.join(folder, '.inline-code.json'), 'utf8'));
    expect(written).toEqual(inlineSources(Object.values(pages)));
    // The same in both languages: what runs before the first paint, the script, and the styles.
    expect(written.scripts).toHaveLength(2);
    expect(written.styles).toHaveLength(1);
  });

  it('lists every public page of the root host for crawlers', async () => {
    const sitemap = await readFile(path.join(folder, 'sitemap.xml'), 'utf8');
    for (const page of ['en', 'de', ...PUBLIC_PAGES])
      expect(sitemap).toContain(`<loc>https://root-origin.invalid/${page}</loc>`);
  });
});

describe('the template', () => {
  it('escapes what is no markup, and drops its own indentation', () => {
    expect(
      html`
      <p title="${'"<&'}">
        ${html`<b>${'a < b'}</b>`}
      </p>`.text,
    ).toBe('<p title="&quot;&lt;&amp;"><b>a &lt; b</b></p>');
  });

  it('refuses a text that is not there', () => {
    const { t } = textsOf('en', ['landing']);
    expect(() => t('landing:nowhere' as Parameters<typeof t>[0])).toThrow('landing:nowhere');
    expect(() => t('landing:hero.days')).toThrow('days');
  });

  it('takes the tokens that it uses, with those that these use, and no other', () => {
    const tokens =
      ':root { --a: var(--b); --b: 1px; --c: 2px; } html[data-theme="dark"] { color-scheme: dark; }';
    expect(withTokens('p{margin:var(--a)}', tokens)).toBe(
      ':root{color-scheme:light dark;--a:var(--b);--b:1px;}html[data-theme="dark"] { color-scheme: dark; }p{margin:var(--a)}',
    );
    expect(() => withTokens('p{margin:var(--d)}', tokens)).toThrow('--d');
    const own = 'p{--d:1px;margin:var(--d)}';
    expect(withTokens(own, tokens)).toContain(own);
  });
});
