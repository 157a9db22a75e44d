import { createHash } from 'node:crypto';
import { SiteId, SitePageId } from '#contract/base/ids';
import { DOCUMENT_FORMATS, formatsInFamilies } from '#contract/knowledge/documents';
import type { SiteScope } from '#contract/knowledge/sites';

/** A page under one name: without its fragment, and without what only counts visitors. */
export function pageAddress(address: string | URL, base?: string | URL): string | null {
  if (!URL.canParse(String(address), base && String(base))) return null;
  const url = new URL(String(address), base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.hash = '';
  for (const name of [...url.searchParams.keys()])
    if (/^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/i.test(name)) url.searchParams.delete(name);
  return url.href.length <= LONGEST ? url.href : null;
}

const LONGEST = 1_000;

export function siteIdOf(address: string): SiteId {
  return SiteId.parse(hashOf(address));
}

export function pageIdOf(address: string): SitePageId {
  return SitePageId.parse(hashOf(address));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** Whether an address is a list of pages rather than one. */
export function isSitemapAddress(address: string): boolean {
  return /\.xml(\.gz)?$/i.test(new URL(address).pathname);
}

/** Whether a page belongs to a website: it is of the same origin, and under its address. */
export function isWithinSite(
  site: { readonly url: string; readonly origin: string; readonly scope: SiteScope },
  page: string,
): boolean {
  const url = new URL(page);
  if (url.origin !== site.origin) return false;
  if (site.scope === 'page') return page === site.url;
  const folder = isSitemapAddress(site.url) ? '/' : folderOf(new URL(site.url).pathname);
  return url.pathname.startsWith(folder) || `${url.pathname}/` === folder;
}

/** `/help`, `/help/` and `/help/index.html` are the way into `/help/`. */
function folderOf(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return path;
  return last.includes('.') ? path.slice(0, -last.length) : `${path}/`;
}

/**
 * How the names of files end that a link may lead to besides pages. None of them would be read, by its content type;
 * what is known by its name is not asked for, and takes no page's place in what is read of a website.
 */
const FILE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...formatsInFamilies('pdf', 'text', 'sheet', 'slides')].flatMap(
    (format) => DOCUMENT_FORMATS[format].extensions,
  ),
  ...['txt', 'json', 'xml', 'rss', 'atom', 'ics', 'vcf'],
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg', 'ico'],
  ...['mp3', 'mp4', 'm4a', 'm4v', 'webm', 'mov', 'avi', 'wav', 'ogg'],
  ...['css', 'js', 'mjs', 'woff', 'woff2', 'ttf', 'eot'],
  ...['zip', 'gz', 'rar', '7z', 'exe', 'dmg', 'apk'],
]);

/**
 * Whether a link is worth following. Not where it has a query: calendars, filters and baskets have no end, and a
 * website that wants such pages read names them in its sitemap.
 */
export function isFollowable(page: string): boolean {
  const { pathname, search } = new URL(page);
  const extension = /\.(\w+)$/.exec(pathname)?.[1] ?? '';
  return search === '' && !FILE_EXTENSIONS.has(extension.toLowerCase());
}
