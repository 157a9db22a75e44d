import { any, boolean, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import {
  SitePageProblem,
  SiteProblem,
  type SiteResult,
  SiteSchedule,
  SiteScope,
} from '#contract/knowledge/sites';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';

/** The websites of a bot, how many they are, and their pages. */
export function sitesPartition({ accountId, botId }: { accountId: string; botId: string }): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#SITES`;
}

const bot = { accountId: string().key(), botId: string().key() };

/** A website that a bot reads. gsi1 lists those that are to be read anew, by when. */
export const SiteEntity = new Entity({
  name: 'Site',
  table,
  timestamps: false,
  schema: item({
    ...bot,
    siteId: string().key(),
    url: string(),
    origin: string(),
    scope: string().enum(...SiteScope.options),
    schedule: string().enum(...SiteSchedule.options),
    state: string().enum('idle', 'syncing', 'removing'),
    /** The synchronisation under way, or the last one. Ids sort by time: an older one never takes over. */
    run: string().optional(),
    /** When its function last said that it is at work (epoch seconds). */
    beat: number().optional(),
    /** Its pages are written down. */
    isDiscovered: boolean().optional(),
    /** Its pages are found by following links: there is no list of them. */
    followsLinks: boolean().optional(),
    /** There were more pages than a website may have. */
    isCut: boolean().optional(),
    known: number().optional(),
    done: number().optional(),
    lastResult: any().castAs<SiteResult>().optional(),
    problem: string()
      .enum(...SiteProblem.options)
      .optional(),
    problemDetail: string().optional(),
    nextSyncAt: string().optional(),
    createdAt: string(),
    gsi1pk: string().optional(),
    gsi1sk: string().optional(),
  }),
  computeKey: ({ siteId, ...ref }) => ({ pk: sitesPartition(ref), sk: `SITE#${siteId}` }),
});
export type StoredSite = FormattedItem<typeof SiteEntity>;

/** How many websites a bot has. */
export const SiteCountEntity = new Entity({
  name: 'SiteCount',
  table,
  timestamps: false,
  schema: item({ ...bot, count: number() }),
  computeKey: (ref) => ({ pk: sitesPartition(ref), sk: 'COUNT' }),
});

/** A page of a website: what it said when it was last read, and the document that it is. */
export const SitePageEntity = new Entity({
  name: 'SitePage',
  table,
  timestamps: false,
  schema: item({
    ...bot,
    siteId: string().key(),
    pageId: string().key(),
    url: string(),
    /** The synchronisation that knew of it last, and whether it has looked at it. */
    run: string(),
    isDone: boolean(),
    outcome: string().enum('added', 'changed', 'unchanged', 'failed', 'gone', 'left_out').optional(),
    problem: string()
      .enum(...SitePageProblem.options)
      .optional(),
    problemDetail: string().optional(),
    /** The document of its newest content, and the one before, which answers until that is ready. */
    documentId: string().optional(),
    formerId: string().optional(),
    /** A person does not want it. */
    isLeftOut: boolean().optional(),
    title: string().optional(),
    etag: string().optional(),
    lastModified: string().optional(),
    /** Of what it says to its readers: what changes around that is no change. */
    textHash: string().optional(),
    checkedAt: string().optional(),
    changedAt: string().optional(),
  }),
  computeKey: ({ siteId, pageId, ...ref }) => ({ pk: sitesPartition(ref), sk: `PAGE#${siteId}#${pageId}` }),
});
export type StoredSitePage = FormattedItem<typeof SitePageEntity>;

/** What an account says of a website: that it is its own, once it is confirmed. */
export const OwnershipEntity = new Entity({
  name: 'SiteOwnership',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    origin: string().key(),
    token: string(),
    confirmedAt: string().optional(),
    /** When its token was last seen. */
    seenAt: string().optional(),
    /** Since when it is not, on how many days it was looked for in vain, and when last. */
    missingSince: string().optional(),
    missingDays: number().optional(),
    missedAt: string().optional(),
  }),
  computeKey: ({ accountId, origin }) => ({
    pk: accountPartition(accountId),
    sk: `SITE_OWNERSHIP#${origin}`,
  }),
});
export type StoredOwnership = FormattedItem<typeof OwnershipEntity>;

export const SITES_DUE = 'SITES_DUE';

/** Ids have no `#`. */
export function dueSortKey(at: string, ref: { accountId: string; botId: string; siteId: string }): string {
  return `${at}#${ref.accountId}#${ref.botId}#${ref.siteId}`;
}
