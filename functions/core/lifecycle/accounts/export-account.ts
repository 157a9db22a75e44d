import { PutItemCommand } from 'dynamodb-toolbox';
import type { AccountExport } from '#contract/accounts/account';
import type { AccountId } from '#contract/base/ids';
import type { ExportLink } from '#contract/insight/reports';
import { limitWithin } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import { presignDownload } from '#platform/buckets';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { AccountExportEntity, type StoredAccountExport } from './export-entity';
import { queueAccountJob } from './jobs';

/** The bucket keeps files as long. */
const DAYS_KEPT = 7;
const A_DAY = 10;
const LINK_SECONDS = 300;
/** One that has written nothing for so long has died for good: another may be asked for. */
const SILENT_SECONDS = 3_600;

/** A file of an export in the bucket. */
export function volumeOf(
  { accountId, exportId }: Pick<StoredAccountExport, 'accountId' | 'exportId'>,
  volume: number,
) {
  return {
    bucket: environment('EXPORTS_BUCKET'),
    key: `exports/${accountId}/account-${exportId}-${volume}.zip`,
  };
}

/** Asks for everything of the account in files. While one is written, asking again changes nothing. */
export async function requestExport(clock: Clock, actor: Actor): Promise<AccountExport> {
  const { accountId, userId } = actor;
  const known = await findExport(accountId);
  const now = clock();
  const silentSince = addSeconds(now, -SILENT_SECONDS).toISOString();
  if (known?.status === 'running' && known.updatedAt > silentSince) return getExport(clock, actor);
  await limitWithin(clock, `ACCOUNT_EXPORTS#${accountId}`, { seconds: 86_400, times: A_DAY });
  const exportId = newId(now);
  // Before it is stored: the job waits a while for an export that is not stored yet.
  await queueAccountJob({ kind: 'export', accountId, exportId }, 1);
  // Refused: another call has asked at the same moment.
  await ifHolds(
    AccountExportEntity.build(PutItemCommand)
      .item({
        accountId,
        exportId,
        status: 'running',
        requestedBy: userId,
        requestedAt: now.toISOString(),
        updatedAt: now.toISOString(),
        volumes: [],
        volumeCount: 0,
        expiresAt: epochSeconds(addSeconds(now, DAYS_KEPT * 86_400)),
      })
      .options({
        condition: known ? { attr: 'exportId', eq: known.exportId } : { attr: 'exportId', exists: false },
      })
      .send(),
  );
  return getExport(clock, actor);
}

export async function getExport(clock: Clock, { accountId }: Actor): Promise<AccountExport> {
  const stored = await findExport(accountId);
  if (!stored || stored.expiresAt <= epochSeconds(clock())) return { export: null };
  const { status, requestedAt, volumes, expiresAt } = stored;
  return {
    export: {
      status,
      requestedAt,
      volumes: volumes.map(({ bytes }) => ({ bytes })),
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    },
  };
}

/** A link that saves one of its files. */
export async function openExport(clock: Clock, { accountId }: Actor, volume: number): Promise<ExportLink> {
  const stored = await findExport(accountId);
  if (!stored || stored.expiresAt <= epochSeconds(clock())) throw new ParleyError('export.not_found');
  if (volume > stored.volumes.length) throw new ParleyError('export.not_ready');
  const url = await presignDownload(volumeOf(stored, volume), {
    fileName: `parley-${stored.requestedAt.slice(0, 10)}-${volume}.zip`,
    contentType: 'application/zip',
    disposition: 'attachment',
    seconds: LINK_SECONDS,
  });
  return { url, expiresAt: addSeconds(clock(), LINK_SECONDS).toISOString() };
}

export async function findExport(accountId: AccountId): Promise<StoredAccountExport | undefined> {
  return readItem(AccountExportEntity, { accountId });
}
