import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { Zip, ZipDeflate } from 'fflate';
import { AccountId, NotificationId, UserId } from '#contract/base/ids';
import { wants } from '#contract/insight/notification-kinds';
import { type PostDeps, post, unlessRefused } from '#core/accounts/mail/post';
import { findProfile } from '#core/accounts/stored-profile';
import { replaced } from '#core/bots/entity';
import type { Notice } from '#core/insight/notifications/notice';
import { deleteObject } from '#platform/buckets';
import { addSeconds, type Clock } from '#platform/clock';
import { timeOf } from '#platform/ids';
import { uploadPieces } from '#platform/multipart-upload';
import { ifHolds } from '#platform/table-writes';
import { findExport, volumeOf } from './export-account';
import { AccountExportEntity, type ExportPosition, type StoredAccountExport } from './export-entity';
import { exportMail } from './export-mail';
import { type ExportSubject, exportFiles } from './export-parts';
import { queueAccountJob } from './jobs';

export interface ExportDeps extends PostDeps {
  readonly queueNotice: (notice: Notice) => Promise<void>;
  readonly appOrigin: string;
}

/** The call that asks for an export queues its job first. By then it has stored the export, or has died. */
const STORED_WITHIN_SECONDS = 60;
const RETRY_SECONDS = 5;

/** A file has room for so much before it is packed; then another begins. ZIP itself ends at four gigabytes. */
const VOLUME_BYTES = 500 * 1024 * 1024;

/**
 * Writes one file of an export after the other, each from where the last one ended, as long as there is time. False
 * when there is more. A file that was stored before its function died is written over by the next one.
 */
export async function writeAccountExport(
  deps: ExportDeps,
  { accountId, exportId }: { readonly accountId: AccountId; readonly exportId: string },
  hasTime: () => boolean,
): Promise<boolean> {
  for (;;) {
    const stored = await findExport(accountId);
    if (stored?.exportId !== exportId) {
      await waitForRequest(deps.clock, { accountId, exportId }, stored);
      return true;
    }
    // Complete already: its mail may have failed.
    if (stored.status === 'complete') await tell(deps, stored);
    if (stored.status !== 'running') return true;
    if (!hasTime()) return false;
    const subject = { accountId, userId: UserId.parse(stored.requestedBy) };
    const volume = new Volume(subject, stored.position, hasTime);
    const address = volumeOf(stored, stored.volumeCount + 1);
    const { bytes } = await uploadPieces(address, volume.pieces(), { contentType: 'application/zip' });
    const isKept = await note(deps.clock, stored, volume, bytes);
    if (isKept && volume.next === null) {
      await tell(deps, stored);
      return true;
    }
    // Deleted with its account meanwhile, or another delivery was faster and has the same file.
    if (!isKept && !(await findExport(accountId))) await deleteObject(address);
  }
}

/** Comes back for a while where the call that asked for the export has not stored it yet. */
async function waitForRequest(
  clock: Clock,
  { accountId, exportId }: { readonly accountId: AccountId; readonly exportId: string },
  stored: StoredAccountExport | undefined,
): Promise<void> {
  const isReplaced = stored !== undefined && stored.exportId > exportId;
  if (isReplaced || clock() > addSeconds(timeOf(exportId), STORED_WITHIN_SECONDS)) return;
  await queueAccountJob({ kind: 'export', accountId, exportId }, RETRY_SECONDS);
}

class Volume {
  next: ExportPosition | null | undefined;
  entries = 0;

  constructor(
    private readonly subject: ExportSubject,
    private readonly from: ExportPosition | undefined,
    private readonly hasTime: () => boolean,
  ) {}

  async *pieces(): AsyncIterable<Uint8Array> {
    const packed: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      packed.push(chunk);
    });
    let taken = 0;
    let isCut = false;
    for await (const { name, content, next } of exportFiles(this.subject, this.from)) {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      entry.push(content, true);
      yield* packed.splice(0);
      this.next = next;
      this.entries += 1;
      taken += content.byteLength;
      if (next !== null && (taken > VOLUME_BYTES || !this.hasTime())) {
        isCut = true;
        break;
      }
    }
    // What follows its last file may have turned out to hold nothing.
    if (!isCut) this.next = null;
    zip.end();
    yield* packed.splice(0);
  }
}

/** False where it is another export's turn, or another delivery has written this file. */
async function note(
  clock: Clock,
  { accountId, exportId, volumes, volumeCount }: StoredAccountExport,
  { next, entries }: Volume,
  bytes: number,
): Promise<boolean> {
  const at = clock().toISOString();
  return ifHolds(
    AccountExportEntity.build(UpdateItemCommand)
      .item({
        accountId,
        volumes: replaced([...volumes, { bytes, entries }]),
        volumeCount: volumeCount + 1,
        updatedAt: at,
        ...(next ? { position: replaced(next) } : { status: 'complete', completedAt: at }),
      })
      .options({
        condition: {
          and: [
            { attr: 'exportId', eq: exportId },
            { attr: 'volumeCount', eq: volumeCount },
          ],
        },
      })
      .send(),
  );
}

/** Tells the person that asked. Repeating it sends what failed, and nothing twice. */
async function tell(
  deps: ExportDeps,
  { accountId, exportId, requestedBy }: StoredAccountExport,
): Promise<void> {
  const { queueNotice, clock, appOrigin } = deps;
  await queueNotice({
    id: NotificationId.parse(exportId),
    kind: 'export_ready',
    at: clock().toISOString(),
    accountId: AccountId.parse(accountId),
    to: { userIds: [UserId.parse(requestedBy)] },
    name: null,
    detail: null,
    path: '/settings/account',
  });
  const person = await findProfile(UserId.parse(requestedBy));
  if (!person || !wants(person.notifications, 'export_ready', 'email')) return;
  if (!(await claimMail(clock, { accountId, exportId }))) return;
  try {
    const mail = exportMail(person.email, person.language, `${appOrigin}/settings/account`);
    await unlessRefused(post(deps, 'export_ready', { account: accountId }, mail));
  } catch (error) {
    await AccountExportEntity.build(UpdateItemCommand).item({ accountId, mailedAt: $remove() }).send();
    throw error;
  }
}

/** False where another delivery has sent the mail. */
async function claimMail(
  clock: Clock,
  { accountId, exportId }: Pick<StoredAccountExport, 'accountId' | 'exportId'>,
): Promise<boolean> {
  const [isThis, isFirst] = [
    { attr: 'exportId', eq: exportId },
    { attr: 'mailedAt', exists: false },
  ] as const;
  return ifHolds(
    AccountExportEntity.build(UpdateItemCommand)
      .item({ accountId, mailedAt: clock().toISOString() })
      .options({ condition: { and: [isThis, isFirst] } })
      .send(),
  );
}
