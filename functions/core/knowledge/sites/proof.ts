import { findOne } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  CONFIRMATION_FILE,
  CONFIRMATION_TAG,
  type ConfirmationProblem,
  confirmationRecord,
} from '#contract/knowledge/sites';
import type { DnsTxt } from '#platform/dns-txt';
import type { Guard } from '#platform/guarded-fetch';
import type { StoredOwnership } from './entity';
import { fetchFromSite, isFailure } from './fetch';

export interface UnconfirmedOwnership {
  readonly problem: ConfirmationProblem;
  readonly problemDetail: string | null;
}

/** Whether the origin shows the token, in any of the ways. */
export async function checkOwnershipProof(
  guard: Guard,
  textRecords: DnsTxt,
  { origin, token }: StoredOwnership,
): Promise<'confirmed' | UnconfirmedOwnership> {
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
