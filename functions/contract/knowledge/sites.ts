import * as z from 'zod';
import { AddressProblem } from '../base/address-problem';
import { BotId, DocumentId, SiteId, SitePageId } from '../base/ids';
import { Raw, WebAddress } from '../base/text';
import { FailureReason } from './documents';

/** Most websites of a bot. */
export const MAX_SITES = 5;
/** Most pages of a website. What the plan has room for may be less: each page is a document. */
export const MAX_SITE_PAGES = 500;
/** What names us to websites: in the header of a call, and in their robots.txt. */
export const CRAWLER = 'ParleyBot';
/**
 * What a website shows to confirm whose it is: a meta tag of this name on its first page, or a file, or a TXT record
 * below its host.
 */
export const CONFIRMATION_TAG = 'parley-site-confirmation';
export const CONFIRMATION_FILE = `/.well-known/${CONFIRMATION_TAG}.txt`;

/** Name of the TXT record for an origin; null where there can be none: at a number, and on one's own machine. */
export function confirmationRecord(origin: string): string | null {
  const host = new URL(origin).hostname.replace(/\.$/, '');
  return /^\[|(^|\.)(localhost|\d+)$/.test(host) ? null : `_${CONFIRMATION_TAG}.${host}`;
}

/** `site`: all pages under the address, by its sitemap or else by following links. `page`: this one alone. */
export const SiteScope = z.enum(['site', 'page']);
export type SiteScope = z.infer<typeof SiteScope>;

export const SiteSchedule = z.enum(['off', 'daily', 'weekly']);
export type SiteSchedule = z.infer<typeof SiteSchedule>;

/** The server holds it to more: it must be reachable from the internet. */
const Url = Raw(1_000)
  .trim()
  .max(1_000)
  // What people type has no scheme.
  .overwrite((url) => (url === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`))
  .pipe(WebAddress(1_010, 'Please enter a whole address.'));

export const AddSite = z.object({
  url: Url,
  scope: SiteScope.default('site'),
  schedule: SiteSchedule.default('weekly'),
});
export type AddSite = z.infer<typeof AddSite>;

export const UpdateSite = z.object({ schedule: SiteSchedule });
export type UpdateSite = z.infer<typeof UpdateSite>;

/** Why an address gave nothing; each is a text that tells the owner what to do. */
export const FetchProblem = z.enum([
  ...AddressProblem.options,
  'too_many_redirects',
  /** It leads to another website, which is another to add. */
  'redirected_elsewhere',
  /** An answer of 400 and more. */
  'status',
  'no_page',
  'too_large',
]);
export type FetchProblem = z.infer<typeof FetchProblem>;

export const SitePageProblem = z.enum([
  ...FetchProblem.options,
  /** The website's robots.txt keeps us from it. */
  'robots',
  /** It asks not to be found (`noindex`). */
  'noindex',
  /** It names a page of another website as its original. */
  'canonical_elsewhere',
  'plan_full',
  ...FailureReason.exclude([
    'plan_full',
    'pictures_off',
    'pictures_over_limit',
    'interactive_form',
    'too_many_pages',
    'encrypted',
    'type_mismatch',
    'expands_too_far',
  ]).options,
]);
export type SitePageProblem = z.infer<typeof SitePageProblem>;

/** Why a synchronisation could not be done, or not in full. */
export const SiteProblem = z.enum([
  ...FetchProblem.options,
  'robots',
  'robots_unreachable',
  /** Nothing of it could be read. */
  'no_pages',
  /** There are more than a website may have here. */
  'too_many_pages',
  'plan_full',
  'internal',
]);
export type SiteProblem = z.infer<typeof SiteProblem>;

export const SiteState = z.enum(['unconfirmed', 'idle', 'syncing', 'removing']);
export type SiteState = z.infer<typeof SiteState>;

/** How one synchronisation ended. */
export const SiteResult = z.object({
  at: z.iso.datetime(),
  added: z.number().int().nonnegative(),
  changed: z.number().int().nonnegative(),
  unchanged: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  /** Pages that gave nothing. */
  failed: z.number().int().nonnegative(),
});
export type SiteResult = z.infer<typeof SiteResult>;

/** A website, or one page of it, that a bot reads. */
export const Site = z.object({
  id: SiteId,
  botId: BotId,
  url: z.string(),
  /** Whose ownership is confirmed: once, for all bots of the account. */
  origin: z.string(),
  scope: SiteScope,
  schedule: SiteSchedule,
  state: SiteState,
  /** What the website has to show. It is looked for again when the website is read. */
  token: z.string(),
  confirmedAt: z.iso.datetime().nullable(),
  /** Since when its token is not found any more. While it is confirmed it is still read: for some days. */
  missingSince: z.iso.datetime().nullable(),
  /** Of the synchronisation under way: pages that are known, and those that were looked at. */
  progress: z.object({ known: z.number().int(), done: z.number().int() }).nullable(),
  lastResult: SiteResult.nullable(),
  problem: SiteProblem.nullable(),
  /** Of the answer, where `problem` is `status`; where it is `redirected_elsewhere`, the address it led to. */
  problemDetail: z.string().nullable(),
  nextSyncAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Site = z.infer<typeof Site>;
export const SiteList = z.object({ items: z.array(Site) });
export type SiteList = z.infer<typeof SiteList>;

/** Why a website was not confirmed. */
export const ConfirmationProblem = z.enum([
  ...FetchProblem.options,
  /** It answered, and shows nothing of the kind. */
  'nothing_found',
  /** It shows a token that is another's. */
  'other_token',
]);
export type ConfirmationProblem = z.infer<typeof ConfirmationProblem>;

export const SiteConfirmation = z.object({
  site: Site,
  problem: ConfirmationProblem.nullable(),
  problemDetail: z.string().nullable(),
});
export type SiteConfirmation = z.infer<typeof SiteConfirmation>;

/** `left_out`: a person deleted its document. */
export const SitePageStatus = z.enum(['waiting', 'reading', 'ready', 'failed', 'left_out']);
export type SitePageStatus = z.infer<typeof SitePageStatus>;

export const SitePage = z.object({
  id: SitePageId,
  url: z.string(),
  title: z.string().nullable(),
  status: SitePageStatus,
  problem: SitePageProblem.nullable(),
  problemDetail: z.string().nullable(),
  documentId: DocumentId.nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** When what it says last changed. */
  changedAt: z.iso.datetime().nullable(),
});
export type SitePage = z.infer<typeof SitePage>;
export const SitePageList = z.object({ items: z.array(SitePage) });
export type SitePageList = z.infer<typeof SitePageList>;

/** Leaves a page out, or reads it again. */
export const UpdateSitePage = z.object({ included: z.boolean() });
export type UpdateSitePage = z.infer<typeof UpdateSitePage>;
