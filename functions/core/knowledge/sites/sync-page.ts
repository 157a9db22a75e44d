import { $remove, UpdateItemCommand, type UpdateItemInput } from 'dynamodb-toolbox';
import type { FetchProblem, SitePageProblem } from '#contract/knowledge/sites';
import { readWebPage, type WebPage } from '#core/reading/web-page';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Guard } from '#platform/guarded-fetch';
import { ifHolds } from '#platform/table-writes';
import { isFollowable, isWithinSite, pageAddress } from './address';
import { SitePageEntity, type StoredSite, type StoredSitePage } from './entity';
import { type Fetched, fetchFromSite, isFailure } from './fetch';
import {
  documentsOf,
  type PageDocuments,
  PageTaken,
  removePageDocuments,
  storePage,
  textHashOf,
} from './page-document';
import type { Robots } from './robots';

export interface PageVisit {
  readonly clock: Clock;
  readonly guard: Guard;
  readonly site: StoredSite;
  readonly robots: Robots;
}

/** What a page led to. */
export interface Visited {
  /** Other pages of the website. */
  readonly links: readonly string[];
  /** What it is really called. */
  readonly original: string | null;
  readonly isPlanFull: boolean;
}

type Outcome = NonNullable<StoredSitePage['outcome']>;

const NOTHING: Visited = { links: [], original: null, isPlanFull: false };
const MAX_PAGE_BYTES = 2_000_000;

/** Looks at one page and writes down what came of it. Repeating it asks the website again and changes nothing. */
export async function syncPage(visit: PageVisit, page: StoredSitePage): Promise<Visited> {
  const { robots, site, guard } = visit;
  const documents = await documentsOf(page);
  if (page.isLeftOut || documents.isDeleted) {
    await removePageDocuments(site, page);
    await note(visit, page, 'left_out', { isLeftOut: true });
    return NOTHING;
  }
  const end = async (
    outcome: Outcome,
    problem?: SitePageProblem,
    detail?: string | null,
  ): Promise<Visited> => {
    if (outcome === 'gone' || (problem && ENDS.has(problem)))
      await forget(visit, page, outcome, problem, detail);
    else
      await note(visit, page, outcome, { problem: problem ?? $remove(), problemDetail: detail ?? $remove() });
    return NOTHING;
  };
  if (!robots.allows(page.url)) return end('failed', 'robots');

  const answer = await fetchFromSite(guard, page.url, {
    accept: 'text/html,application/xhtml+xml',
    maxBytes: MAX_PAGE_BYTES,
    // Links are found in what it says, so that has to be seen where they are followed.
    headers: site.followsLinks ? {} : knownState(page, documents),
  });
  if (isFailure(answer)) {
    const isGone = answer.problem === 'status' && (answer.detail === '404' || answer.detail === '410');
    return isGone && site.scope === 'site' ? end('gone') : end('failed', answer.problem, answer.detail);
  }
  if (answer.status === 304) return end('unchanged');
  // Unpacked it may be more than it was on the way.
  if (answer.text.length > MAX_PAGE_BYTES) return end('failed', 'too_large');
  return read(visit, page, documents, answer, end);
}

/** Problems by which a page is none any more: what it said before answers no longer. */
const ENDS: ReadonlySet<SitePageProblem> = new Set<SitePageProblem>([
  'robots',
  'noindex',
  'canonical_elsewhere',
  'redirected_elsewhere',
]);

/** What lets the website say that nothing has changed. */
function knownState(page: StoredSitePage, { current, isLost }: PageDocuments): Record<string, string> {
  if (!current || isLost) return {};
  return {
    ...(page.etag !== undefined && { 'if-none-match': page.etag }),
    ...(page.lastModified !== undefined && { 'if-modified-since': page.lastModified }),
  };
}

async function read(
  visit: PageVisit,
  page: StoredSitePage,
  documents: PageDocuments,
  answer: Fetched,
  end: (outcome: Outcome, problem?: SitePageProblem, detail?: string | null) => Promise<Visited>,
): Promise<Visited> {
  const { site } = visit;
  if (!isPage(answer)) return end('failed', 'no_page');
  const found = parsed(answer.text);
  if (!found) return end('failed', 'corrupted');
  const base = URL.canParse(found.base ?? '', answer.url)
    ? new URL(found.base ?? '', answer.url)
    : answer.url;
  const links = found.links.flatMap((href) => {
    const address = pageAddress(href, base);
    return address !== null && isWithinSite(site, address) && isFollowable(address) ? [address] : [];
  });
  const led = async (ended: Promise<Visited>): Promise<Visited> => ({ ...(await ended), links });
  // What is kept from search is kept from here. The page whose address was given is meant, whatever it calls itself.
  if (site.scope === 'site') {
    if (found.noindex || /\b(noindex|none)\b/i.test(String(answer.headers['x-robots-tag'] ?? '')))
      return led(end('failed', 'noindex'));
    const reached = pageAddress(answer.url) ?? page.url;
    if (!isWithinSite(site, reached)) return end('failed', 'redirected_elsewhere', reached.slice(0, 500));
    const original = (found.canonical && pageAddress(found.canonical, base)) || reached;
    if (!isWithinSite(site, original))
      return led(end('failed', 'canonical_elsewhere', original.slice(0, 500)));
    // Read under its own name, and once.
    if (original !== page.url) return { ...(await end('gone')), links, original };
  }
  if (found.blocks.length === 0) return led(end('failed', 'no_text'));
  const textHash = textHashOf(found);
  const content = {
    html: answer.text,
    page: found,
    textHash,
    etag: header(answer, 'etag'),
    lastModified: header(answer, 'last-modified'),
  };
  const isInWork = documents.current?.status === 'pending' || documents.current?.status === 'processing';
  if (textHash === page.textHash && documents.current && !documents.isLost) {
    const { etag, lastModified } = content;
    await note(visit, page, 'unchanged', {
      problem: $remove(),
      problemDetail: $remove(),
      etag: etag ?? $remove(),
      lastModified: lastModified ?? $remove(),
    });
    return { ...NOTHING, links };
  }
  // What is being read has to be ready before another can take its place: next time.
  if (isInWork) return led(end('unchanged'));
  try {
    await storePage(visit.clock, page, documents, content);
    return { ...NOTHING, links };
  } catch (error) {
    if (error instanceof PageTaken) return { ...NOTHING, links };
    if (!(error instanceof ParleyError)) throw error;
    if (error.code === 'plan.limit_exceeded')
      return { ...(await end('failed', 'plan_full')), links, isPlanFull: true };
    // A new version of it is on its way, or it went meanwhile: next time.
    if (error.code === 'document.not_replaceable') return led(end('unchanged'));
    throw error;
  }
}

function isPage({ contentType, text }: Fetched): boolean {
  return contentType === '' ? /<(html|head|body|main)\b/i.test(text) : /\bx?html\b/i.test(contentType);
}

/** A page may be nested deeper than any parser goes. */
function parsed(html: string): WebPage | null {
  try {
    return readWebPage(html);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function header({ headers }: Fetched, name: 'etag' | 'last-modified'): string | undefined {
  const value = headers[name];
  return value !== undefined && value.length <= 200 ? value : undefined;
}

/** A page that answers no more: its documents go, and are not missed. */
async function forget(
  visit: PageVisit,
  page: StoredSitePage,
  outcome: Outcome,
  problem: FetchProblem | SitePageProblem | undefined,
  detail: string | null | undefined,
): Promise<void> {
  await removePageDocuments(visit.site, page);
  await note(visit, page, outcome, {
    problem: problem ?? $remove(),
    problemDetail: detail ?? $remove(),
    documentId: $remove(),
    formerId: $remove(),
    textHash: $remove(),
    etag: $remove(),
    lastModified: $remove(),
  });
}

type Changes = Partial<
  Omit<UpdateItemInput<typeof SitePageEntity>, 'accountId' | 'botId' | 'siteId' | 'pageId'>
>;

/** Unless another synchronisation has it by now. */
async function note(
  visit: PageVisit,
  page: StoredSitePage,
  outcome: Outcome,
  changes: Changes,
): Promise<void> {
  const { accountId, botId, siteId, pageId, run } = page;
  await ifHolds(
    SitePageEntity.build(UpdateItemCommand)
      .item({
        accountId,
        botId,
        siteId,
        pageId,
        isDone: true,
        outcome,
        checkedAt: visit.clock().toISOString(),
        ...changes,
      })
      .options({ condition: { attr: 'run', eq: run } })
      .send(),
  );
}
