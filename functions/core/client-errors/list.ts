import { BatchGetRequest } from 'dynamodb-toolbox';
import type { ClientErrorGroup, ClientErrorPage } from '../../contract/client-errors';
import { type PageRequest, queryIndexPage } from '../../platform/pages';
import { readItems } from '../../platform/table-reads';
import { CLIENT_ERRORS, ClientErrorEntity, clientErrorKey, type StoredClientError } from './entity';

/** Errors of browsers, the last seen first. One that is seen again while somebody pages moves to the front. */
export async function listClientErrors(
  request: Pick<PageRequest, 'cursor' | 'limit'>,
): Promise<ClientErrorPage> {
  const { items, cursor } = await queryIndexPage(
    { index: 'gsi1', partition: CLIENT_ERRORS },
    { ...request, newestFirst: true },
    (sortKey) => clientErrorKey(fingerprintIn(sortKey)),
  );
  return { items: (await load(items.map(fingerprintIn))).map(toGroup), cursor };
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

function toGroup(stored: StoredClientError): ClientErrorGroup {
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
  };
}
