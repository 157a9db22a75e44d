import { Parser } from 'htmlparser2';

/** What a sitemap lists: pages, and further sitemaps. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Null for what is no sitemap. Addresses beyond the limit are left out. */
export function parseSitemap(text: string, limit: number): Sitemap | null {
  // As plain text, one address a line.
  if (!text.trimStart().startsWith('<')) return lines(text, limit);
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const open: string[] = [];
  let isSitemap = false;
  let location = '';
  const parser = new Parser(
    {
      onopentag(name) {
        const own = name.replace(/^.*:/, '').toLowerCase();
        open.push(own);
        if (own === 'urlset' || own === 'sitemapindex') isSitemap = true;
        if (own === 'loc') location = '';
      },
      ontext(part) {
        if (open.at(-1) === 'loc') location += part;
      },
      onclosetag() {
        const list = open.at(-2) === 'sitemap' ? sitemaps : open.at(-2) === 'url' ? pages : undefined;
        if (open.pop() === 'loc' && list && list.length < limit) list.push(location.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return isSitemap ? { pages, sitemaps } : null;
}

function lines(text: string, limit: number): Sitemap | null {
  const pages = text.split(/\s+/).filter((line) => line !== '');
  if (pages.length === 0 || !pages.every((line) => /^https?:\/\//i.test(line))) return null;
  return { pages: pages.slice(0, limit), sitemaps: [] };
}
