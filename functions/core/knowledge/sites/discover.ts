import { UpdateItemCommand } from 'dynamodb-toolbox';
import { MAX_SITE_PAGES } from '#contract/knowledge/sites';
import type { Guard } from '#platform/guarded-fetch';
import { ifHolds } from '#platform/table-writes';
import { isSitemapAddress, isWithinSite, pageAddress, pageIdOf } from './address';
import { SitePageEntity, type StoredSite } from './entity';
import { type FetchFailure, fetchFromSite, isFailure } from './fetch';
import { ALLOW_ALL, parseRobots, type Robots } from './robots';
import { parseSitemap } from './sitemap';

/**
 * The website's robots.txt; one that is not there allows all. While the website can't say, nobody may read it: it
 * may be the one that forbids us.
 */
export async function readRobots(guard: Guard, origin: string): Promise<Robots | FetchFailure> {
  const answer = await fetchFromSite(guard, `${origin}/robots.txt`, {
    accept: 'text/plain',
    // As far as RFC 9309 wants it read.
    maxBytes: 512_000,
    takesBeginning: true,
  });
  if (!isFailure(answer)) return /html/i.test(answer.contentType) ? ALLOW_ALL : parseRobots(answer.text);
  if (answer.problem === 'redirected_elsewhere') return ALLOW_ALL;
  return answer.problem === 'status' && Number(answer.detail) < 500 && answer.detail !== '429'
    ? ALLOW_ALL
    : answer;
}

export interface Discovery {
  readonly pages: readonly string[];
  /** There is no list: what is found so far leads to the others. */
  readonly followsLinks: boolean;
  readonly isCut: boolean;
}

const MAX_SITEMAPS = 30;
const MAX_SITEMAP_BYTES = 10_000_000;
/** Of a sitemap: what is beyond is of no use to us. */
const MAX_LISTED = 50_000;

/** The pages that a website lists, or where to begin. A list that can't be had right now is no empty one. */
export async function discover(
  guard: Guard,
  site: StoredSite,
  { robots, hasTime }: { readonly robots: Robots; hasTime(): boolean },
): Promise<Discovery | FetchFailure> {
  if (site.scope === 'page') return { pages: [site.url], followsLinks: false, isCut: false };
  const isList = isSitemapAddress(site.url);
  const named = robots.sitemaps.flatMap((address) => pageAddress(address, site.origin) ?? []);
  const waiting = isList ? [site.url] : named.length > 0 ? named : [`${site.origin}/sitemap.xml`];
  const seen = new Set<string>();
  const pages = new Set<string>(isList ? [] : [site.url]);
  let found = 0;
  let failure: FetchFailure | null = null;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(address) || seen.size >= MAX_SITEMAPS || new URL(address).origin !== site.origin) continue;
    seen.add(address);
    if (!hasTime()) return { problem: 'timeout', detail: null };
    const answer = await fetchFromSite(guard, address, {
      accept: 'application/xml,text/xml,text/plain',
      maxBytes: MAX_SITEMAP_BYTES,
    });
    if (isFailure(answer)) {
      if (!isMissing(answer) || isList) failure ??= answer;
      continue;
    }
    const sitemap = parseSitemap(answer.text, MAX_LISTED);
    if (!sitemap && isList) failure ??= { problem: 'no_page', detail: null };
    for (const listed of sitemap?.sitemaps ?? []) {
      const further = pageAddress(listed, answer.url);
      if (further !== null) waiting.push(further);
    }
    for (const listed of sitemap?.pages ?? []) {
      const page = pageAddress(listed, answer.url);
      if (page === null || !isWithinSite(site, page)) continue;
      pages.add(page);
      found += 1;
    }
  }
  // A part of the list would have the pages of the others go.
  if (failure) return failure;
  return {
    pages: [...pages].slice(0, MAX_SITE_PAGES),
    followsLinks: found === 0 && !isList,
    isCut: pages.size > MAX_SITE_PAGES,
  };
}

function isMissing({ problem, detail }: FetchFailure): boolean {
  return problem === 'status' && Number(detail) < 500;
}

const AT_ONCE = 10;

/** Writes down that a synchronisation is to look at these pages; what is known of them stays. */
export async function expectPages(
  site: StoredSite,
  run: string,
  addresses: readonly string[],
): Promise<void> {
  const { accountId, botId, siteId } = site;
  for (let start = 0; start < addresses.length; start += AT_ONCE)
    await Promise.all(
      addresses.slice(start, start + AT_ONCE).map(async (url) => {
        // Refused: it has been looked at already.
        await ifHolds(
          SitePageEntity.build(UpdateItemCommand)
            .item({ accountId, botId, siteId, pageId: pageIdOf(url), url, run, isDone: false })
            .options({
              condition: {
                or: [
                  { attr: 'run', exists: false },
                  { attr: 'run', lt: run },
                ],
              },
            })
            .send(),
        );
      }),
    );
}
