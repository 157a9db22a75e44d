import { PLANS } from '#contract/accounts/plans';
import { LANGUAGES } from '#i18n/language-list';
import { type Html, html, verbatim } from './html';
import { ROOT_ORIGIN } from './origin';
import type { Texts } from './texts';

/** What the page carries in itself, so that a first view is one request. */
export interface InlineCode {
  readonly style: string;
  /** Runs before the first paint. */
  readonly early: string;
  readonly script: string;
  /** Addresses of its typefaces. */
  readonly fonts: readonly string[];
}

/** `path` is the address that the page is found under: its language's, or the root, where it is one of them. */
export function head(texts: Texts, code: InlineCode, path: string): Html {
  const { t, language } = texts;
  const address = ROOT_ORIGIN + path;
  return html`
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
    <title>${t('landing:title')}</title>
    ${code.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}
    <script>${verbatim(code.early)}</script>
    <style>${verbatim(code.style)}</style>
    <meta name="description" content="${t('landing:description')}">
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="#0a2c29">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="apple-touch-icon" href="/icons/apple-touch.png">
    <link rel="manifest" href="/manifest.webmanifest">
    <link rel="canonical" href="${address}">
    ${LANGUAGES.map(({ code: other }) => html`<link rel="alternate" hreflang="${other}" href="${ROOT_ORIGIN}/${other}">`)}
    <link rel="alternate" hreflang="x-default" href="${ROOT_ORIGIN}/">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Parley">
    <meta property="og:title" content="${t('landing:title')}">
    <meta property="og:description" content="${t('landing:description')}">
    <meta property="og:url" content="${address}">
    <meta property="og:locale" content="${language === 'de' ? 'de_DE' : 'en_US'}">
    <meta property="og:image" content="${ROOT_ORIGIN}/icons/share-${language}.png">
    <meta name="twitter:card" content="summary_large_image">
    <script type="application/ld+json">${verbatim(JSON.stringify(linkedData(texts)).replaceAll('<', '\\u003c'))}</script>
    </head>`;
}

function linkedData({ t, language }: Texts): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Parley',
    description: t('landing:description'),
    url: `${ROOT_ORIGIN}/${language}`,
    inLanguage: language,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    // The enterprise plan's price is agreed with each customer.
    offers: (['starter', 'professional'] as const).map((plan) => ({
      '@type': 'Offer',
      name: t(`common:plan.${plan}`),
      price: PLANS[plan].price,
      priceCurrency: language === 'de' ? 'EUR' : 'USD',
    })),
  };
}
