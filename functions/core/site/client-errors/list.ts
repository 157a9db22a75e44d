import { BatchGetRequest } from 'dynamodb-toolbox';
import type { ClientErrorGroup, ClientErrorPage, ClientErrorStatus } from '#contract/site/client-errors';
import { type PageRequest, queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { CLIENT_ERRORS, ClientErrorEntity, clientErrorKey, type StoredClientError } from './entity';

/** Pages of the index that one page of a filtered list reads at most. */
const PAGES_READ = 10;

/**
 * Errors of browsers, the last seen first. One that is seen again while somebody pages moves to the front. A page of a
 * filtered list may be short, and has a cursor as long as there is more to look at.
 */
export async function listClientErrors({
  status,
  limit,
  cursor: start,
}: Pick<PageRequest, 'cursor' | 'limit'> & {
  readonly status?: ClientErrorStatus | undefined;
}): Promise<ClientErrorPage> {
  const found: ClientErrorGroup[] = [];
  let cursor = start ?? null;
  for (let read = 0; read < PAGES_READ; read++) {
    const page = await queryIndexPage(
      { index: 'gsi1', partition: CLIENT_ERRORS },
      { limit: limit - found.length, newestFirst: true, ...(cursor !== null && { cursor }) },
      (sortKey) => clientErrorKey(fingerprintIn(sortKey)),
    );
    const groups = (await load(page.items.map(fingerprintIn))).map(toGroup);
    found.push(...groups.filter((group) => status === undefined || group.status === status));
    cursor = page.cursor;
    if (cursor === null || found.length >= limit || status === undefined) break;
  }
  return { items: found, cursor };
}

/** Of `{lastSeen}#{fingerprint}`. */
function fingerprintIn(sortKey: string): string {
  return sortKey.slice(sortKey.indexOf('#') + 1);
}

async function load(fingerprints: readonly string[]): Promise<readonly StoredClientError[]> {
  const requests = [...new Set(fingerprints)].map((fingerprint) =>
    ClientErrorEntity.build(BatchGetRequest).key({ fingerprint }),
  );
  // One whose time to live has come meanwhile is missing.
  return (await readItems(requests, { consistent: false })).filter((found) => found !== undefined);
}

/** A group as it crosses the wire. */
export function toGroup(stored: StoredClientError): ClientErrorGroup {
  return {
    id: stored.fingerprint,
    name: stored.errorName,
    message: stored.message,
    stack: stored.stack ?? null,
    count: stored.count,
    firstSeen: stored.firstSeen,
    lastSeen: stored.lastSeen,
    release: stored.release ?? null,
    page: stored.page,
    language: stored.language,
    userAgent: stored.userAgent,
    status: stored.status ?? 'open',
  };
}
