import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import { type PostDeps, post, unlessRefused } from '#core/accounts/mail/post';
import { loadAccount } from '#core/accounts/plan';
import { getObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { FILE_TYPES, fileNameOf } from './build-report';
import { ReportDeliveryEntity, type StoredRecipient, type StoredRun, type StoredSchedule } from './entity';
import { recipientIdOf, subscriptionUrl, tokenOf } from './recipients';
import type { Report } from './report';
import { reportMail } from './report-mail';

export interface DeliveryDeps extends PostDeps {
  readonly appOrigin: string;
  readonly rootOrigin: string;
}

export interface WrittenFile {
  readonly key: string;
  readonly bytes: number;
  /** Key figures and charts, which stand in the mail as well. */
  readonly report: Report;
}

/** A larger file is linked: mail programs refuse what is much larger. */
const LARGEST_ATTACHMENT = 7 * 1024 * 1024;

/** Whom a run is mailed to: on the report's list, or who asked for a copy. */
export type MailRecipient = StoredRecipient | Copy;
type Copy = Pick<StoredRecipient, 'recipientId' | 'email'> & { readonly status: 'copy' };

export function copyTo(email: string): Copy {
  return { recipientId: recipientIdOf(email), email, status: 'copy' };
}

/** What the mails of a run have in common. */
interface Mailing {
  readonly deps: DeliveryDeps;
  readonly schedule: StoredSchedule;
  readonly run: StoredRun;
  readonly report: Report;
  readonly company: string;
  /** The file; null where it is linked. */
  readonly attachment: Uint8Array | null;
}

/** Reads what every mail of a run needs, once, and before any mail is claimed: another attempt may read it again. */
export async function prepareMailing(
  deps: DeliveryDeps,
  {
    schedule,
    run,
    file,
  }: { readonly schedule: StoredSchedule; readonly run: StoredRun; readonly file: WrittenFile },
): Promise<Mailing> {
  const isAttached = file.bytes <= LARGEST_ATTACHMENT;
  const [account, attachment] = await Promise.all([
    loadAccount(AccountId.parse(run.accountId)),
    isAttached ? getObject({ bucket: environment('EXPORTS_BUCKET'), key: file.key }) : null,
  ]);
  if (isAttached && !attachment) throw new Error('The file of the run is gone.');
  return { deps, schedule, run, report: file.report, company: account.name, attachment: attachment ?? null };
}

/**
 * `unknown`: a function died while it sent, so that the mail may have gone or not; nobody gets one twice. `refused`: it
 * was one too many for its address today, or mails to it came back.
 */
export async function deliver(
  { deps, schedule, run, report, company, attachment }: Mailing,
  recipient: MailRecipient,
): Promise<'sent' | 'refused' | 'unknown'> {
  const { accountId, scheduleId, runId, expiresAt } = run;
  const { content } = schedule;
  const key = { accountId, scheduleId, runId, recipientId: recipient.recipientId };
  const isStored = await ifHolds(
    ReportDeliveryEntity.build(PutItemCommand)
      .item({ ...key, expiresAt })
      .options({ condition: { attr: 'runId', exists: false } })
      .send(),
  );
  if (!isStored) {
    const found = await readItem(ReportDeliveryEntity, key);
    return found?.refusedAt !== undefined ? 'refused' : found?.sentAt === undefined ? 'unknown' : 'sent';
  }
  const mail = reportMail({
    to: recipient.email,
    company,
    report,
    isMember: recipient.status === 'team' || recipient.status === 'copy',
    dashboardUrl: `${deps.appOrigin}/analytics/reports`,
    subscription:
      recipient.status === 'copy'
        ? null
        : {
            fileUrl: subscriptionUrl(deps.rootOrigin, recipient, runId),
            unsubscribePage: subscriptionUrl(deps.rootOrigin, recipient),
            unsubscribeUrl: `${deps.appOrigin}/api/report-subscriptions/${encodeURIComponent(tokenOf(recipient))}/unsubscribe`,
          },
    attachment: attachment && {
      fileName: fileNameOf(content, run),
      contentType: FILE_TYPES[content.format].contentType,
      content: attachment,
    },
  });
  let outcome: 'sent' | 'refused';
  try {
    outcome = await unlessRefused(post(deps, 'report', {}, mail));
  } catch (error) {
    // It was refused, so that another attempt may send it.
    await ReportDeliveryEntity.build(DeleteItemCommand).key(key).send();
    throw new MailFailed('The mail service refused a report.', { cause: error });
  }
  await ReportDeliveryEntity.build(UpdateItemCommand)
    .item({ ...key, [outcome === 'sent' ? 'sentAt' : 'refusedAt']: deps.clock().toISOString() })
    .send();
  return outcome;
}

export class MailFailed extends Error {}
