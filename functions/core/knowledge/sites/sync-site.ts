import { setTimeout as sleep } from 'node:timers/promises';
import { $add, $remove, DeleteItemCommand, DeleteTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, BotId, SiteId } from '#contract/base/ids';
import { MAX_SITE_PAGES, SiteProblem, type SiteResult } from '#contract/knowledge/sites';
import { findBot } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import { type Clock, epochSeconds } from '#platform/clock';
import { idOf } from '#platform/ids';
import { queryIndexPage } from '#platform/pages';
import { transact } from '#platform/table-writes';
import { pageIdOf } from './address';
import { discover, expectPages, readRobots } from './discover';
import {
  SITES_DUE,
  SiteCountEntity,
  SiteEntity,
  SitePageEntity,
  type StoredSite,
  type StoredSitePage,
  sitesPartition,
} from './entity';
import { queueSiteJob, type SiteJob } from './jobs';
import { isStillOwned, type OwnershipDeps } from './ownership';
import { removePageDocuments } from './page-document';
import { beginRun, scheduled, updateDuringRun, updateSiteIf } from './run';
import { findOwnership, findSite, readPages, type SiteRef } from './stored-site';
import { syncPage } from './sync-page';

export type SyncDeps = OwnershipDeps;

interface Delivery {
  /** Whether the queue gives up after this one. */
  readonly isLast: boolean;
  remainingTime(): number;
}

/** Milliseconds that one more step may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 30_000;

/**
 * Runs a job of the websites' queue. Repeating it changes nothing.
 *
 * A synchronisation is a run under an id that sorts by time. A call begins it, or the rule of EventBridge that sends
 * `due` every 15 minutes; each delivery does what there is time for and sends itself on. It reads `robots.txt` (without
 * an answer to that, nothing is read), then the sitemaps or, where there are none, the links from the address on: from
 * the confirmed origin alone, two pages at once, or one where the website asks for pauses.
 *
 * A page is a document of the format `html`, whose upload `queue/ingest` turns into passages. It is read again as a new
 * version when the text of its main part has another hash. A page that is gone, excluded or has another canonical
 * address takes its document with it; one that merely did not answer keeps it.
 */
export async function runSiteJob(deps: SyncDeps, job: SiteJob, delivery: Delivery): Promise<void> {
  const hasTime = () => delivery.remainingTime() > STEP_MILLISECONDS;
  switch (job.kind) {
    case 'due':
      return queueDue(deps.clock);
    case 'sync':
      return sync(deps, job, { hasTime, isLast: delivery.isLast });
    case 'remove':
      if (!(await remove(job, hasTime))) await queueSiteJob(job);
  }
}

/** A message for each website whose time has come, under an id that is the same the next time. */
async function queueDue(clock: Clock): Promise<void> {
  const now = clock().toISOString();
  for (let cursor: string | null = null; ; ) {
    const page = await queryIndexPage(
      { index: 'gsi1', partition: SITES_DUE, to: now },
      { limit: 100, ...(cursor !== null && { cursor }) },
      (sortKey) => {
        const { siteId, ...ref } = dueOf(sortKey);
        return { pk: sitesPartition(ref), sk: `SITE#${siteId}` };
      },
    );
    for (const sortKey of page.items) {
      const { at, ...ref } = dueOf(sortKey);
      await queueSiteJob({ kind: 'sync', ...ref, run: idOf(new Date(at), sortKey) });
    }
    cursor = page.cursor;
    if (cursor === null) return;
  }
}

function dueOf(sortKey: string) {
  const [at = '', accountId, botId, siteId] = sortKey.split('#');
  return {
    at,
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(botId),
    siteId: SiteId.parse(siteId),
  };
}

async function sync(
  deps: SyncDeps,
  job: SiteRef & { readonly run: string },
  { hasTime, isLast }: { hasTime(): boolean; readonly isLast: boolean },
): Promise<void> {
  const { run, ...ref } = job;
  const stored = await findSite(ref);
  if (!stored) return;
  const ownership = await findOwnership(stored.accountId, stored.origin);
  const isUnderWay = stored.run === run && stored.state === 'syncing';
  if (ownership?.confirmedAt === undefined) {
    if (isUnderWay) await end(deps.clock, stored, run, { problem: null });
    else await postpone(deps.clock, stored);
    return;
  }
  const site = isUnderWay ? stored : ((await beginRun(deps.clock, stored, run)) ?? (await begunBy(ref, run)));
  if (!site) return;
  try {
    // A deleted bot has no use for it; brought back, it goes on with the next one.
    if (!(await findBot(ref))) await end(deps.clock, site, run, { problem: null });
    // Once for each that is begun. What is known of a website that is lost stays.
    else if (!site.isDiscovered && !(await isStillOwned(deps, ownership)))
      await end(deps.clock, site, run, { problem: null });
    else if (!(await advance(deps, site, run, hasTime))) await queueSiteJob({ kind: 'sync', ...ref, run });
  } catch (error) {
    if (isLast) await end(deps.clock, site, run, { problem: 'internal' });
    throw error;
  }
}

/** Keeps the place in the schedule of a website that is not to be read now, for when it is confirmed again. */
async function postpone(clock: Clock, site: StoredSite): Promise<void> {
  const { nextSyncAt, schedule } = site;
  const now = clock();
  if (nextSyncAt === undefined || nextSyncAt > now.toISOString()) return;
  await updateSiteIf({
    site,
    changes: scheduled(site, schedule, now),
    condition: { attr: 'nextSyncAt', eq: nextSyncAt },
  });
}

/** The call that sent the message began it at this moment. */
async function begunBy(ref: SiteRef, run: string): Promise<StoredSite | undefined> {
  const site = await findSite(ref);
  return site?.run === run && site.state === 'syncing' ? site : undefined;
}

/** False when there is more to do than there was time for. */
async function advance(
  { clock, guard }: SyncDeps,
  begun: StoredSite,
  run: string,
  hasTime: () => boolean,
): Promise<boolean> {
  const robots = await readRobots(guard, begun.origin);
  if ('problem' in robots) {
    const { problem, detail } = robots;
    return end(clock, begun, run, { problem: problem === 'status' ? 'robots_unreachable' : problem, detail });
  }
  let site: StoredSite | undefined = begun;
  if (!site.isDiscovered) {
    const found = await discover(guard, site, { robots, hasTime });
    if ('problem' in found) return end(clock, site, run, found);
    await expectPages(site, run, found.pages);
    const { followsLinks, isCut } = found;
    site = await updateDuringRun(site, run, {
      isDiscovered: true,
      followsLinks,
      isCut,
      known: found.pages.length,
    });
  }
  if (!site) return true;
  const pages = new Map((await readPages(site)).map((page) => [page.pageId, page]));
  const known = new Set([...pages.values()].filter((page) => page.run === run).map(({ pageId }) => pageId));
  const waiting = [...pages.values()].filter((page) => page.run === run && !page.isDone);
  let isPlanFull = false;
  while (waiting.length > 0) {
    if (!hasTime()) return false;
    const current: StoredSite = site;
    const batch = waiting.splice(0, robots.delaySeconds > 0 ? 1 : AT_ONCE);
    const visited = await allDone(
      batch.map((page) => syncPage({ clock, guard, site: current, robots }, page)),
    );
    isPlanFull ||= visited.some((visit) => visit.isPlanFull);
    // A page that is called otherwise is expected under its own name, also where the website lists its pages.
    const links = visited.flatMap(({ links, original }) => [
      ...(current.followsLinks ? links : []),
      ...(original === null ? [] : [original]),
    ]);
    const added = [...new Set(links)].filter((url) => !known.has(pageIdOf(url)));
    const room = Math.max(0, MAX_SITE_PAGES - known.size);
    const expected = added.slice(0, room);
    await expectPages(site, run, expected);
    for (const url of expected) {
      known.add(pageIdOf(url));
      waiting.push(expectedPage(site, run, url, pages.get(pageIdOf(url))));
    }
    site = await updateDuringRun(site, run, {
      beat: epochSeconds(clock()),
      known: known.size,
      done: known.size - waiting.length,
      ...(added.length > room && { isCut: true }),
    });
    // It is being removed.
    if (!site) return true;
    if (robots.delaySeconds > 0 && waiting.length > 0)
      await sleep(Math.min(robots.delaySeconds, LONGEST_PAUSE) * 1000);
  }
  return finish(clock, site, run, isPlanFull, hasTime);
}

/** Fails when all are done: what goes on behind a failed function's back would meet its next delivery. */
async function allDone<RESULT>(work: readonly Promise<RESULT>[]): Promise<RESULT[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Pages that are fetched at once: a small website is not to suffer from us. */
const AT_ONCE = 2;
/** A website that wants longer pauses than these gets them. */
const LONGEST_PAUSE = 10;

function expectedPage(
  { accountId, botId, siteId }: StoredSite,
  run: string,
  url: string,
  known: StoredSitePage | undefined,
): StoredSitePage {
  return { ...known, accountId, botId, siteId, pageId: pageIdOf(url), url, run, isDone: false };
}

/** Pages that are no more go, and what came of all is written down. */
async function finish(
  clock: Clock,
  site: StoredSite,
  run: string,
  isPlanFull: boolean,
  hasTime: () => boolean,
): Promise<boolean> {
  const pages = await readPages(site);
  const seen = pages.filter((page) => page.run === run && page.outcome !== 'gone');
  const gone = pages.filter((page) => !seen.includes(page));
  const isRead = ({ outcome }: StoredSitePage) => outcome !== 'failed' && outcome !== 'left_out';
  const start = seen.length === 1 ? seen[0] : undefined;
  // The way in did not answer: that says nothing of the pages behind it.
  if (site.followsLinks && start?.outcome === 'failed' && gone.length > 0)
    return end(clock, site, run, { problem: siteProblemOf(start), detail: start.problemDetail ?? null });
  for (const page of gone) {
    if (!hasTime()) return false;
    await removePageDocuments(site, page);
  }
  const of = (outcome: StoredSitePage['outcome']) => seen.filter((page) => page.outcome === outcome).length;
  const problem: SiteProblem | null =
    isPlanFull || seen.some((page) => page.problem === 'plan_full')
      ? 'plan_full'
      : site.isCut
        ? 'too_many_pages'
        : seen.some(isRead)
          ? null
          : start
            ? siteProblemOf(start)
            : 'no_pages';
  const result = {
    added: of('added'),
    changed: of('changed'),
    unchanged: of('unchanged'),
    removed: gone.filter(({ documentId, changedAt }) => documentId ?? changedAt).length,
    failed: of('failed'),
  };
  const detail = problem !== null && start?.problem === problem ? (start.problemDetail ?? null) : null;
  await end(clock, site, run, { problem, detail, result });
  // The last, so that a repetition counts the same.
  for (const { accountId, botId, siteId, pageId } of gone)
    await SitePageEntity.build(DeleteItemCommand).key({ accountId, botId, siteId, pageId }).send();
  return true;
}

/** Of a website of one page its problem is the website's. */
function siteProblemOf({ problem }: StoredSitePage): SiteProblem {
  return SiteProblem.safeParse(problem).data ?? 'no_pages';
}

async function end(
  clock: Clock,
  site: StoredSite,
  run: string,
  {
    problem,
    detail = null,
    result,
  }: {
    readonly problem: SiteProblem | null;
    readonly detail?: string | null;
    readonly result?: Omit<SiteResult, 'at'>;
  },
): Promise<true> {
  await updateDuringRun(site, run, {
    state: 'idle',
    problem: problem ?? $remove(),
    problemDetail: detail ?? $remove(),
    ...(result && { lastResult: replaced({ ...result, at: clock().toISOString() }) }),
  });
  return true;
}

/** The website goes last: by it the others are found. */
async function remove(ref: SiteRef, hasTime: () => boolean): Promise<boolean> {
  const site = await findSite(ref);
  if (site?.state !== 'removing') return true;
  for (const page of await readPages(site)) {
    if (!hasTime()) return false;
    await removePageDocuments(site, page);
    const { accountId, botId, siteId, pageId } = page;
    await SitePageEntity.build(DeleteItemCommand).key({ accountId, botId, siteId, pageId }).send();
  }
  // One that was being fetched while this began.
  if ((await readPages(site)).length > 0) return false;
  const { accountId, botId, siteId } = site;
  await transact(
    {
      write: SiteEntity.build(DeleteTransaction)
        .key({ accountId, botId, siteId })
        .options({ condition: { attr: 'state', eq: 'removing' } }),
    },
    { write: SiteCountEntity.build(UpdateTransaction).item({ accountId, botId, count: $add(-1) }) },
  );
  return true;
}
