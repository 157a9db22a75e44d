import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { SiteConfirmation } from '#contract/knowledge/sites';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import type { DnsTxt } from '#platform/dns-txt';
import { OwnershipEntity, type StoredOwnership } from './entity';
import { NOT_MISSING } from './ownership';
import { checkOwnershipProof } from './proof';
import { startRun } from './run';
import type { SiteDeps } from './sites';
import { findOwnership, loadOwnSite, type SiteRef, toSite } from './stored-site';

export interface ConfirmDeps extends SiteDeps {
  readonly textRecords: DnsTxt;
}

/** Looks that an account may ask for in a minute: each is two calls to somebody's website. */
const PER_MINUTE = 20;

/**
 * Looks whether the origin of a website shows the account's token: in the file, in the head of its first page, or in
 * a TXT record. If so it is the account's own, for all its bots, and the website is read.
 */
export async function confirmSite(
  { clock, guard, textRecords }: ConfirmDeps,
  actor: Actor,
  ref: Omit<SiteRef, 'accountId'>,
): Promise<SiteConfirmation> {
  const site = await loadOwnSite(actor, ref);
  const { accountId, origin } = site;
  const ownership = await findOwnership(accountId, origin);
  if (!ownership) throw new Error(`The account has no word on ${origin}.`);
  if (ownership.confirmedAt !== undefined && ownership.missingSince === undefined && site.lastResult)
    return { site: toSite(site, ownership), problem: null, problemDetail: null };
  await limitRate(clock, `SITE_CONFIRMATIONS#${accountId}`, PER_MINUTE);
  const seen = await checkOwnershipProof(guard, textRecords, ownership);
  if (seen !== 'confirmed') return { site: toSite(site, ownership), ...seen };
  const seenAt = clock().toISOString();
  const confirmedAt = ownership.confirmedAt ?? seenAt;
  const { Attributes } = await OwnershipEntity.build(UpdateItemCommand)
    .item({ accountId, origin, confirmedAt, seenAt, ...NOT_MISSING })
    .options({ condition: { attr: 'token', eq: ownership.token }, returnValues: 'ALL_NEW' })
    .send();
  const begun = (await startRun(clock, site)) ?? site;
  return { site: toSite(begun, Attributes as StoredOwnership), problem: null, problemDetail: null };
}
