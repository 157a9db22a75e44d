import { findOne } from 'domutils';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { parseDocument } from 'htmlparser2';
import {
  CONFIRMATION_FILE,
  CONFIRMATION_TAG,
  type ConfirmationProblem,
  confirmationRecord,
  type SiteConfirmation,
} from '../../contract/sites';
import type { Actor } from '../../platform/actor';
import type { Guard } from '../../platform/guarded-fetch';
import type { TextRecords } from '../../platform/text-records';
import { limitRate } from '../limits/rate-limit';
import { OwnershipEntity, type StoredOwnership } from './entity';
import { fetchFromSite, isFailure } from './fetch';
import { startRun } from './run';
import type { SiteDeps } from './sites';
import { findOwnership, loadOwnSite, type SiteRef, toSite } from './stored-site';

export interface ConfirmDeps extends SiteDeps {
  readonly textRecords: TextRecords;
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
  if (ownership.confirmedAt !== undefined && site.lastResult)
    return { site: toSite(site, ownership), problem: null, problemDetail: null };
  await limitRate(clock, `SITE_CONFIRMATIONS#${accountId}`, PER_MINUTE);
  const seen = await look(guard, textRecords, ownership);
  if (seen !== 'confirmed') return { site: toSite(site, ownership), ...seen };
  const confirmedAt = ownership.confirmedAt ?? clock().toISOString();
  await OwnershipEntity.build(UpdateItemCommand)
    .item({ accountId, origin, confirmedAt })
    .options({ condition: { attr: 'token', eq: ownership.token } })
    .send();
  const begun = (await startRun(clock, site)) ?? site;
  return { site: toSite(begun, { ...ownership, confirmedAt }), problem: null, problemDetail: null };
}

interface Unconfirmed {
  readonly problem: ConfirmationProblem;
  readonly problemDetail: string | null;
}

async function look(
  guard: Guard,
  textRecords: TextRecords,
  { origin, token }: StoredOwnership,
): Promise<'confirmed' | Unconfirmed> {
  const record = confirmationRecord(origin);
  const [records, file] = await Promise.all([
    record === null ? [] : textRecords(record),
    fetchFromSite(guard, `${origin}${CONFIRMATION_FILE}`, { accept: 'text/plain', maxBytes: 10_000 }),
  ]);
  if (records.some((text) => text.trim() === token)) return 'confirmed';
  const isText = !isFailure(file) && !/html/i.test(file.contentType);
  if (isText && file.text.split(/\s+/).includes(token)) return 'confirmed';
  const page = await fetchFromSite(guard, `${origin}/`, { accept: 'text/html', maxBytes: 2_000_000 });
  const shown = isFailure(page) ? null : tokenIn(page.text);
  if (shown === token) return 'confirmed';
  if (shown !== null || TOKEN.test([...records, isText ? file.text : ''].join('\n')))
    return { problem: 'other_token', problemDetail: null };
  // A website may answer for one of them only.
  if (isFailure(page)) return { problem: page.problem, problemDetail: page.detail };
  return { problem: 'nothing_found', problemDetail: null };
}

/** Somebody's. */
const TOKEN = /\bparley-[\w-]{40,}/;

/** In the head alone: what visitors write stands in the body. */
function tokenIn(html: string): string | null {
  const document = parseDocument(html);
  const head = findOne(({ name }) => name === 'head', document.children);
  const tag = findOne(
    ({ name, attribs }) => name === 'meta' && attribs.name?.toLowerCase() === CONFIRMATION_TAG,
    head?.children ?? [],
  );
  return tag?.attribs.content?.trim() ?? null;
}
