import { BatchGetRequest } from 'dynamodb-toolbox';
import { AccountId, BotId, SiteId } from '#contract/base/ids';
import type { Site } from '#contract/knowledge/sites';
import { type BotRef, loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { listAll, readItem, readItems } from '#platform/table-reads';
import {
  OwnershipEntity,
  SiteEntity,
  SitePageEntity,
  type StoredOwnership,
  type StoredSite,
  type StoredSitePage,
  sitesPartition,
} from './entity';

export interface SiteRef extends BotRef {
  readonly siteId: SiteId;
}

/** Throws `site.not_found`, also for one of another bot, and `bot.not_found` for a bot of another tenant. */
export async function loadOwnSite(
  { accountId }: Actor,
  { botId, siteId }: Omit<SiteRef, 'accountId'>,
): Promise<StoredSite> {
  await loadBot({ accountId, botId });
  const site = await findSite({ accountId, botId, siteId });
  if (!site) throw new ParleyError('site.not_found');
  return site;
}

export async function findSite({ accountId, botId, siteId }: SiteRef): Promise<StoredSite | undefined> {
  return readItem(SiteEntity, { accountId, botId, siteId });
}

export function refOf({
  accountId,
  botId,
  siteId,
}: Pick<StoredSite, 'accountId' | 'botId' | 'siteId'>): SiteRef {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId), siteId: SiteId.parse(siteId) };
}

/** All websites of a bot, which are few. */
export async function readSites(ref: BotRef): Promise<readonly StoredSite[]> {
  return listAll(SiteEntity, sitesPartition(ref), 'SITE#');
}

/** All pages of a website: a few hundred at most. */
export async function readPages(
  site: Pick<StoredSite, 'accountId' | 'botId' | 'siteId'>,
): Promise<readonly StoredSitePage[]> {
  return listAll(SitePageEntity, sitesPartition(site), `PAGE#${site.siteId}#`);
}

export async function findOwnership(accountId: string, origin: string): Promise<StoredOwnership | undefined> {
  return readItem(OwnershipEntity, { accountId, origin });
}

/** As they cross the wire, each with what the account says of its origin. */
export async function toSites(sites: readonly StoredSite[]): Promise<Site[]> {
  const [first] = sites;
  if (!first) return [];
  const origins = [...new Set(sites.map(({ origin }) => origin))];
  const requests = origins.map((origin) =>
    OwnershipEntity.build(BatchGetRequest).key({ accountId: first.accountId, origin }),
  );
  const found = await readItems(requests, { consistent: true });
  return sites.map((site) => {
    const ownership = found.find((one) => one?.origin === site.origin);
    if (!ownership) throw new Error(`The account has no word on ${site.origin}.`);
    return toSite(site, ownership);
  });
}

export function toSite(site: StoredSite, { token, confirmedAt, missingSince }: StoredOwnership): Site {
  const state = site.state === 'idle' && confirmedAt === undefined ? 'unconfirmed' : site.state;
  return {
    id: SiteId.parse(site.siteId),
    botId: BotId.parse(site.botId),
    url: site.url,
    origin: site.origin,
    scope: site.scope,
    schedule: site.schedule,
    state,
    token,
    confirmedAt: confirmedAt ?? null,
    missingSince: missingSince ?? null,
    progress: state === 'syncing' ? { known: site.known ?? 0, done: site.done ?? 0 } : null,
    lastResult: site.lastResult ?? null,
    problem: site.problem ?? null,
    problemDetail: site.problemDetail ?? null,
    // One that is not confirmed is looked at then, and not read.
    nextSyncAt: (confirmedAt !== undefined && site.nextSyncAt) || null,
    createdAt: site.createdAt,
  };
}
