import {
  $add,
  $remove,
  PutItemCommand,
  PutTransaction,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import { type BotId, DocumentId, SitePageId } from '#contract/base/ids';
import {
  type AddSite,
  MAX_SITES,
  type Site,
  type SiteList,
  type SitePage,
  type SitePageList,
  SitePageProblem,
  type SitePageStatus,
  type UpdateSite,
  type UpdateSitePage,
} from '#contract/knowledge/sites';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type Guard, GuardedFetchError, parseAddress } from '#platform/guarded-fetch';
import { newSecret } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { conditionally, ifHolds, transact } from '#platform/table-writes';
import type { StoredDocument } from '../documents/stored-document';
import { readDocuments } from '../documents/stored-document';
import { pageAddress, siteIdOf } from './address';
import {
  OwnershipEntity,
  SiteCountEntity,
  SiteEntity,
  SitePageEntity,
  type StoredOwnership,
  type StoredSite,
  type StoredSitePage,
} from './entity';
import { queueSiteJob } from './jobs';
import { removePageDocuments } from './page-document';
import { isBusy, scheduled, startRun, updateSiteIf } from './run';
import {
  findOwnership,
  findSite,
  loadOwnSite,
  readPages,
  readSites,
  refOf,
  type SiteRef,
  toSite,
  toSites,
} from './stored-site';

export interface SiteDeps {
  readonly clock: Clock;
  readonly guard: Guard;
}

type Ref = Omit<SiteRef, 'accountId'>;

/** Synchronisations that an account may ask for in a minute. */
const PER_MINUTE = 10;

export async function listSites(actor: Actor, botId: BotId): Promise<SiteList> {
  const { accountId } = await loadBot({ accountId: actor.accountId, botId });
  const sites = [...(await readSites({ accountId, botId }))];
  sites.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  return { items: await toSites(sites) };
}

/** Takes a website in. One of an origin that the account has confirmed before is read at once. */
export async function addSite(deps: SiteDeps, actor: Actor, botId: BotId, input: AddSite): Promise<Site> {
  const { accountId } = await loadBot({ accountId: actor.accountId, botId });
  const url = acceptableAddress(deps.guard, input.url);
  const now = deps.clock();
  const ownership = await ownershipOf(accountId, new URL(url).origin);
  // What is confirmed is read at once: taken out and in again it would be a call to read that nothing bounds.
  await limitRate(deps.clock, `SITE_SYNCS#${accountId}`, PER_MINUTE);
  const site: StoredSite = {
    accountId,
    botId,
    siteId: siteIdOf(url),
    url,
    origin: ownership.origin,
    scope: input.scope,
    schedule: input.schedule,
    state: 'idle',
    createdAt: now.toISOString(),
  };
  await transact(
    {
      write: SiteEntity.build(PutTransaction)
        .item(site)
        .options({ condition: { attr: 'siteId', exists: false } }),
      refused: () => new ParleyError('site.known'),
    },
    {
      write: SiteCountEntity.build(UpdateTransaction)
        .item({ accountId, botId, count: $add(1) })
        .options({
          condition: {
            or: [
              { attr: 'count', exists: false },
              { attr: 'count', lt: MAX_SITES },
            ],
          },
        }),
      refused: () => new ParleyError('site.too_many'),
    },
  );
  if (ownership.confirmedAt === undefined) return toSite(site, ownership);
  return toSite((await startRun(deps.clock, site)) ?? site, ownership);
}

export async function updateSite(
  clock: Clock,
  actor: Actor,
  ref: Ref,
  { schedule }: UpdateSite,
): Promise<Site> {
  const site = await loadOwnSite(actor, ref);
  const ownership = await ownershipOf(site.accountId, site.origin);
  // What was never read is read when it is confirmed, not by a schedule.
  const from = site.lastResult ? new Date(site.lastResult.at) : clock();
  // One whose confirmation was lost keeps its place in the schedule, for when it is confirmed again.
  const isRead = ownership.confirmedAt !== undefined || site.lastResult !== undefined;
  const after = await updateSiteIf({
    site,
    changes: { schedule, ...(isRead && scheduled(site, schedule, from)) },
    condition: { attr: 'siteId', exists: true },
  });
  if (!after) throw new ParleyError('site.not_found');
  return toSite(after, ownership);
}

/** Its pages go one by one, by a message. Repeated it sends that again, in case the first call died before it did. */
export async function removeSite(actor: Actor, { botId, siteId }: Ref): Promise<void> {
  const { accountId } = await loadBot({ accountId: actor.accountId, botId });
  const site = await findSite({ accountId, botId, siteId });
  if (!site) return;
  await updateSiteIf({
    site,
    changes: { state: 'removing', nextSyncAt: $remove(), gsi1pk: $remove(), gsi1sk: $remove() },
    condition: { attr: 'siteId', exists: true },
  });
  await queueSiteJob({ kind: 'remove', accountId, botId, siteId });
}

export async function syncSite(clock: Clock, actor: Actor, ref: Ref): Promise<Site> {
  const site = await loadOwnSite(actor, ref);
  const ownership = await ownershipOf(site.accountId, site.origin);
  if (ownership.confirmedAt === undefined) throw new ParleyError('site.unconfirmed');
  if (site.state === 'removing') throw new ParleyError('site.not_found');
  if (isBusy(clock, site)) throw new ParleyError('site.busy');
  await limitRate(clock, `SITE_SYNCS#${site.accountId}`, PER_MINUTE);
  const begun = await startRun(clock, site);
  if (!begun) throw new ParleyError('site.busy');
  return toSite(begun, ownership);
}

export async function listSitePages(actor: Actor, ref: Ref): Promise<SitePageList> {
  const site = await loadOwnSite(actor, ref);
  const [pages, documents] = await Promise.all([readPages(site), readDocuments(refOf(site))]);
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  const items = pages
    .filter(({ outcome }) => outcome !== 'gone')
    .map((page) => toSitePage(site, page, byId))
    .sort((one, other) => (one.url < other.url ? -1 : 1));
  return { items };
}

/** Leaves a page out: it answers no more from the moment this returns. Or takes it in again, and reads the website. */
export async function updateSitePage(
  clock: Clock,
  actor: Actor,
  { pageId, ...ref }: Ref & { readonly pageId: SitePageId },
  { included }: UpdateSitePage,
): Promise<SitePage> {
  const site = await loadOwnSite(actor, ref);
  const page = await findPage(site, pageId);
  if (!page) throw new ParleyError('site.page_not_found');
  const { accountId, botId, siteId } = site;
  const change = included
    ? // As one that nobody has seen: what was left out may have changed meanwhile.
      {
        isLeftOut: $remove(),
        documentId: $remove(),
        formerId: $remove(),
        textHash: $remove(),
        etag: $remove(),
        lastModified: $remove(),
      }
    : { isLeftOut: true };
  await conditionally(
    SitePageEntity.build(UpdateItemCommand)
      .item({ accountId, botId, siteId, pageId, ...change })
      .options({ condition: { attr: 'url', exists: true } })
      .send(),
    () => new ParleyError('site.page_not_found'),
  );
  if (!included) await removePageDocuments(site, page);
  // One that is under way comes by, or has: then the next one does.
  else if (!isBusy(clock, site) && (await isConfirmed(site))) await startRun(clock, site);
  const [after, documents] = await Promise.all([findPage(site, pageId), readDocuments(refOf(site))]);
  if (!after) throw new ParleyError('site.page_not_found');
  return toSitePage(site, after, new Map(documents.map((document) => [document.documentId, document])));
}

async function isConfirmed({ accountId, origin }: StoredSite): Promise<boolean> {
  return (await findOwnership(accountId, origin))?.confirmedAt !== undefined;
}

async function findPage(
  { accountId, botId, siteId }: StoredSite,
  pageId: SitePageId,
): Promise<StoredSitePage | undefined> {
  return readItem(SitePageEntity, { accountId, botId, siteId, pageId });
}

function toSitePage(
  site: StoredSite,
  page: StoredSitePage,
  documents: ReadonlyMap<string, StoredDocument>,
): SitePage {
  const of = (id: string | undefined) => (id === undefined ? undefined : documents.get(id));
  const document = of(page.documentId);
  // Until the newest content is ready, and when it can't be read, the one before answers.
  const answering = [document, of(page.formerId)].find((one) => one?.status === 'success');
  const problem = page.problem ?? problemOf(document);
  return {
    id: SitePageId.parse(page.pageId),
    url: page.url,
    title: page.title ?? null,
    status: statusOf(site, page, document, answering),
    problem: page.isLeftOut ? null : problem,
    problemDetail: page.problemDetail ?? null,
    documentId: answering ? DocumentId.parse(answering.documentId) : null,
    checkedAt: page.checkedAt ?? null,
    changedAt: page.changedAt ?? null,
  };
}

function statusOf(
  site: StoredSite,
  page: StoredSitePage,
  document: StoredDocument | undefined,
  answering: StoredDocument | undefined,
): SitePageStatus {
  if (page.isLeftOut || page.outcome === 'left_out') return 'left_out';
  if (document?.status === 'pending' || document?.status === 'processing') return 'reading';
  if (answering) return 'ready';
  const isWaiting = site.state === 'syncing' && !page.isDone && page.run === site.run;
  if (isWaiting || page.outcome === undefined) return 'waiting';
  // Its document was deleted in the list of documents.
  if (page.documentId !== undefined && !document && page.problem === undefined) return 'left_out';
  return 'failed';
}

function problemOf(document: StoredDocument | undefined): SitePageProblem | null {
  if (document?.status !== 'failed') return null;
  return SitePageProblem.safeParse(document.failureReason).data ?? 'internal';
}

/** What the account shows on an origin, made when it first names it. */
async function ownershipOf(accountId: string, origin: string): Promise<StoredOwnership> {
  const known = await findOwnership(accountId, origin);
  if (known) return known;
  const ownership = { accountId, origin, token: `parley-${newSecret()}` };
  const isFirst = await ifHolds(
    OwnershipEntity.build(PutItemCommand)
      .item(ownership)
      .options({ condition: { attr: 'token', exists: false } })
      .send(),
  );
  const stored = isFirst ? ownership : await findOwnership(accountId, origin);
  if (!stored) throw new ParleyError('server.unavailable');
  return stored;
}

/** Where its host leads to is judged at each call: names can be led elsewhere at any time. */
function acceptableAddress(guard: Guard, address: string): string {
  try {
    const url = pageAddress(parseAddress(guard, address));
    if (url !== null) return url;
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
  }
  throw new ParleyError('request.invalid', {
    fields: { url: 'Please enter an address that begins with https:// and is reachable from the internet.' },
  });
}
