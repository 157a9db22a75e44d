import { LANGUAGES } from '#i18n/language-list';
import { PUBLIC_PATHS } from '#lib/public-paths';
import { ROOT_ORIGIN } from './origin';

/** Public pages besides the landing page. */
export const PUBLIC_PAGES = [...PUBLIC_PATHS, 'chat-demo'];

/** For the root host. */
export function robots(): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /auth/handoff\n\nSitemap: ${ROOT_ORIGIN}/sitemap.xml\n`;
}

/** For every other host: nothing there is for search, but a crawler that renders a customer's page needs the widget. */
export function robotsElsewhere(): string {
  return 'User-agent: *\nAllow: /widget.js\nAllow: /w/\nAllow: /api/widget/\nDisallow: /\n';
}

export function sitemap(): string {
  const alternates = [
    ...LANGUAGES.map(({ code }) => [code, `/${code}`] as const),
    ['x-default', '/'] as const,
  ].map(
    ([language, path]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${ROOT_ORIGIN}${path}"/>`,
  );
  const urls = [
    ...LANGUAGES.map(({ code }) => `<url><loc>${ROOT_ORIGIN}/${code}</loc>${alternates.join('')}</url>`),
    ...PUBLIC_PAGES.map((page) => `<url><loc>${ROOT_ORIGIN}/${page}</loc></url>`),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
