import { createHash, timingSafeEqual } from 'node:crypto';
import {
  BatchGetRequest,
  DeleteTransaction,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from 'dynamodb-toolbox';
import { AccountId, ReportScheduleId } from '#contract/base/ids';
import type { Recipient, RecipientStatus, Subscription } from '#contract/insight/reports';
import { ProfileEntity } from '#core/accounts/entity';
import { type PostDeps, post, unlessRefused } from '#core/accounts/mail/post';
import { mailProblemsOf } from '#core/accounts/mail/undeliverable';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { buryWith } from '#core/base/tombstones/entity';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newSecret } from '#platform/ids';
import { listAll, readItems } from '#platform/table-reads';
import { conditionally, ifHolds, transact } from '#platform/table-writes';
import { confirmationMail } from './confirmation-mail';
import {
  ReportRecipientEntity,
  ReportScheduleEntity,
  recipientsPartition,
  type StoredRecipient,
  type StoredSchedule,
} from './entity';

export interface RecipientDeps extends PostDeps {
  readonly rootOrigin: string;
}

type ScheduleKey = Pick<StoredSchedule, 'accountId' | 'scheduleId'>;

/** Syncs recipients with the list of a report; unsubscribed ones stay out until they confirm. */
export async function settleRecipients(
  deps: RecipientDeps,
  schedule: StoredSchedule,
  addresses?: ReadonlySet<string>,
): Promise<void> {
  const { accountId, scheduleId } = schedule;
  const [team, known] = await Promise.all([
    addresses ?? teamAddresses(AccountId.parse(accountId)),
    recipientsOf(schedule),
  ]);
  const byId = new Map(known.map((recipient) => [recipient.recipientId, recipient]));
  const now = deps.clock().toISOString();
  const listedNow: StoredRecipient[] = [];
  for (const email of schedule.recipients) {
    const recipientId = recipientIdOf(email);
    const recipient = byId.get(recipientId) ?? {
      accountId,
      scheduleId,
      recipientId,
      email,
      status: team.has(email) ? ('team' as const) : ('pending' as const),
      secret: newSecret(),
      changedAt: now,
    };
    if (!byId.has(recipientId)) await putOnce(recipient);
    listedNow.push(recipient);
  }
  const listed = new Set(schedule.recipients.map(recipientIdOf));
  // Unsubscribed recipients are kept, so that listing them again does not bring them back.
  for (const { recipientId, status } of known)
    if (!listed.has(recipientId) && status !== 'unsubscribed')
      await transact(
        { write: ReportRecipientEntity.build(DeleteTransaction).key({ accountId, scheduleId, recipientId }) },
        // Whoever was taken off has confirmed nothing any more, also after the table was restored.
        buryWith('recipient', scheduleId, recipientId),
      );
  for (const recipient of listedNow)
    if (standing(recipient, team) === 'pending' && recipient.askedAt === undefined)
      await ask(deps, schedule, recipient);
}

/**
 * How a recipient stands now. Members of the team get the report without being asked; a former member has to confirm
 * like anybody else. Unsubscribed recipients stay out.
 */
function standing({ email, status }: StoredRecipient, team: ReadonlySet<string>): RecipientStatus {
  if (status === 'unsubscribed') return status;
  if (team.has(email.toLowerCase())) return 'team';
  return status === 'team' ? 'pending' : status;
}

/** Of those who are listed: address, and whether a report may be sent there. */
export async function showRecipients(
  schedule: StoredSchedule,
  at: Date,
  team?: ReadonlySet<string>,
): Promise<readonly Recipient[]> {
  const listed = await listedRecipients(schedule, team);
  const problems = await mailProblemsOf(
    listed.map(({ email }) => email),
    at,
  );
  return listed.map(({ email, status }, place) => {
    const mailProblem = problems[place];
    return { email, status, ...(mailProblem && { mailProblem }) };
  });
}

/** The recipients on the list, as they stand now. Whoever knows the addresses of the team gives them. */
export async function listedRecipients(
  schedule: StoredSchedule,
  addresses?: ReadonlySet<string>,
): Promise<readonly StoredRecipient[]> {
  const [team, known] = await Promise.all([
    addresses ?? teamAddresses(AccountId.parse(schedule.accountId)),
    recipientsOf(schedule),
  ]);
  const byId = new Map(known.map((recipient) => [recipient.recipientId, recipient]));
  return schedule.recipients.flatMap((email) => {
    const recipient = byId.get(recipientIdOf(email));
    if (!recipient) return [];
    return [{ ...recipient, status: standing(recipient, team) }];
  });
}

export function tokenOf({ accountId, scheduleId, recipientId, secret }: StoredRecipient): string {
  return [accountId, scheduleId, recipientId, secret].join('.');
}

/** What a link is about. Throws `report.link_invalid` for one that was forged, or whose report is gone. */
export async function showSubscription(token: string): Promise<Subscription> {
  const { recipient, schedule } = await byToken(token);
  return toSubscription(recipient, schedule);
}

export async function changeSubscription(
  clock: Clock,
  token: string,
  status: Extract<RecipientStatus, 'confirmed' | 'unsubscribed'>,
): Promise<Subscription> {
  const { recipient, schedule } = await byToken(token);
  const { accountId, scheduleId, recipientId, secret } = recipient;
  if (recipient.status === 'team' && status === 'confirmed') return toSubscription(recipient, schedule);
  await conditionally(
    ReportRecipientEntity.build(UpdateItemCommand)
      .item({ accountId, scheduleId, recipientId, status, changedAt: clock().toISOString() })
      .options({ condition: { attr: 'secret', eq: secret } })
      .send(),
    () => new ParleyError('report.link_invalid'),
  );
  return toSubscription({ ...recipient, status }, schedule);
}

/** The recipient of a link, as it stands now, and its report. */
export async function byToken(
  token: string,
): Promise<{ readonly recipient: StoredRecipient; readonly schedule: StoredSchedule }> {
  const [accountId, scheduleId, recipientId, secret, ...rest] = token.split('.');
  const account = AccountId.safeParse(accountId);
  const report = ReportScheduleId.safeParse(scheduleId);
  if (!account.success || !report.success || !recipientId || !secret || rest.length > 0)
    throw new ParleyError('report.link_invalid');
  const key = { accountId: account.data, scheduleId: report.data };
  const [{ Item: recipient }, { Item: schedule }] = await Promise.all([
    ReportRecipientEntity.build(GetItemCommand)
      .key({ ...key, recipientId })
      .options({ consistent: true })
      .send(),
    ReportScheduleEntity.build(GetItemCommand).key(key).options({ consistent: true }).send(),
  ]);
  if (!recipient || !schedule || !isSame(recipient.secret, secret))
    throw new ParleyError('report.link_invalid');
  const team = await teamAddresses(account.data);
  return { recipient: { ...recipient, status: standing(recipient, team) }, schedule };
}

/** All that is kept of a report's recipients, also of those who are listed no more. */
export async function recipientsOf({
  accountId,
  scheduleId,
}: ScheduleKey): Promise<readonly StoredRecipient[]> {
  return listAll(ReportRecipientEntity, recipientsPartition(accountId, scheduleId), 'RECIPIENT#');
}

export function recipientIdOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}

/** A mailbox that gets no more mails today is asked when the report is settled again: with each saving and sending. */
async function ask(deps: RecipientDeps, schedule: StoredSchedule, recipient: StoredRecipient): Promise<void> {
  const { accountId, scheduleId, recipientId, email } = recipient;
  const account = await loadAccount(AccountId.parse(accountId));
  const mail = confirmationMail(email, schedule.content.language, {
    company: account.name,
    title: schedule.content.title,
    url: subscriptionUrl(deps.rootOrigin, recipient),
  });
  const sending = post(deps, 'report_confirmation', { account: accountId }, mail);
  if ((await unlessRefused(sending)) === 'refused') return;
  await ReportRecipientEntity.build(UpdateItemCommand)
    .item({ accountId, scheduleId, recipientId, askedAt: deps.clock().toISOString() })
    .options({ condition: { attr: 'secret', exists: true } })
    .send();
}

/** The page for a recipient; what it shows stays out of logs, behind the `#`. */
export function subscriptionUrl(rootOrigin: string, recipient: StoredRecipient, runId?: string): string {
  const run = runId === undefined ? '' : `&run=${encodeURIComponent(runId)}`;
  return `${rootOrigin}/report-mails#token=${encodeURIComponent(tokenOf(recipient))}${run}`;
}

async function putOnce(recipient: StoredRecipient): Promise<void> {
  await ifHolds(
    ReportRecipientEntity.build(PutItemCommand)
      .item(recipient)
      .options({ condition: { attr: 'recipientId', exists: false } })
      .send(),
  );
}

/** Addresses of all members, in lower case; without those who are suspended or banned. */
export async function teamAddresses(accountId: AccountId): Promise<ReadonlySet<string>> {
  const requests = (await membershipsOf(accountId))
    .filter(({ status }) => status !== 'suspended')
    .map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  const profiles = await readItems(requests, { consistent: true });
  return new Set(
    profiles.flatMap((profile) => (profile && !profile.bannedAt ? [profile.email.toLowerCase()] : [])),
  );
}

async function toSubscription(
  { accountId, email, status }: StoredRecipient,
  { content }: StoredSchedule,
): Promise<Subscription> {
  const { name } = await loadAccount(AccountId.parse(accountId));
  return { title: content.title, company: name, email, status };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
