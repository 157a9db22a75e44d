import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import type { SendContact } from '#contract/site/contact';
import type { Receipt } from '#contract/site/feedback';
import { hashedNetwork, limitAddress, limitRate } from '#core/accounts/limits/rate-limit';
import { isRefusal, type PostDeps, post } from '#core/accounts/mail/post';
import { effectivePlan, loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { sendToQueue } from '#platform/queues';
import { readItem } from '#platform/table-reads';
import { conditionally, ifHolds } from '#platform/table-writes';
import { ownIndex } from '../feedback/entity';
import { receiptOf } from '../feedback/receipt';
import { confirmationMail } from './confirmation-mail';
import { contactMail } from './contact-mail';
import { ContactEntity, contactIndex, type StoredContact } from './entity';
import type { ContactJob } from './jobs';

/** A minute, from one network address, or of one person who is signed in. */
const PER_SENDER = 5;
/** Longer than the function may run: who was to mail it and hasn't by then never will. */
const MAILING_SECONDS = 20;
/** When what was over the stage's bound of mails is tried again. */
const LATER_SECONDS = 120;

export interface ContactDeps extends PostDeps {
  /** The operator's address. */
  readonly operator: string;
  /** Where the dashboard is. */
  readonly appOrigin: string;
}

/** Who writes while signed in, and the plan of the account that they act for. */
type Sender = Pick<StoredContact, 'userId' | 'accountId' | 'plan'> & { readonly userId: string };

/** Counts a message to the operator, before anything of it is read. */
export async function admitContact(clock: Clock, address: string): Promise<void> {
  await limitAddress(clock, 'CONTACT', address, PER_SENDER);
}

/** Sends a message of a stranger. */
export async function sendContact(deps: ContactDeps, input: SendContact, address: string): Promise<Receipt> {
  return receive(deps, input, null, await hashedNetwork(address));
}

/** Sends a message of a signed-in person, who sees later what became of it. */
export async function sendOwnContact(
  deps: ContactDeps,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
  input: SendContact,
): Promise<Receipt> {
  const { clock } = deps;
  await limitRate(clock, `CONTACT#${userId}`, PER_SENDER);
  const plan = effectivePlan(await loadAccount(accountId), clock());
  return receive(deps, input, { userId, accountId, plan }, userId);
}

/**
 * Stores a message, mails it to the operator and confirms it to its sender. It is received once it is stored: one that is
 * over the stage's bound of mails is mailed later. A call that failed between is sent again by its sender with the same
 * id, which neither stores nor mails twice.
 */
async function receive(
  deps: ContactDeps,
  input: SendContact,
  sender: Sender | null,
  from: string,
): Promise<Receipt> {
  const contact = (await insert(deps.clock, input, sender)) ?? (await takeOver(deps.clock, input.id));
  const receipt = receiptOf('C', contact.id, contact.receivedAt);
  if (contact.mailedAt !== undefined) return receipt;
  if ((await mailContact(deps, contact)) === 'later') await mailLater(contact.id);
  await confirm(deps, contact, receipt.reference, from);
  return receipt;
}

/** Mails what was over the bound when it came. Repeating it changes nothing. */
export async function mailDueContact(deps: ContactDeps, id: string): Promise<void> {
  const contact = await takeOver(deps.clock, id);
  if (contact.mailedAt === undefined && (await mailContact(deps, contact)) === 'later') await mailLater(id);
}

async function mailContact(deps: ContactDeps, contact: StoredContact): Promise<'mailed' | 'later'> {
  const { id, receivedAt } = contact;
  const { reference } = receiptOf('C', id, receivedAt);
  try {
    await post(deps, 'contact', { stage: 'stage' }, contactMail(deps.operator, contact, reference));
  } catch (error) {
    await ContactEntity.build(UpdateItemCommand).item({ id, mailingUntil: 0 }).send();
    if (isRefusal(error) && error.code === 'request.rate_limited') return 'later';
    throw error;
  }
  await ContactEntity.build(UpdateItemCommand).item({ id, mailedAt: deps.clock().toISOString() }).send();
  return 'mailed';
}

async function mailLater(id: string): Promise<void> {
  await sendToQueue(environment('ACCOUNT_JOBS_QUEUE_URL'), {
    body: { kind: 'mail_contact', id } satisfies ContactJob,
    group: 'contact',
    delaySeconds: LATER_SECONDS,
  });
}

/** Confirms the message to its sender. A failure here does not fail the message, which is stored already. */
async function confirm(
  deps: ContactDeps,
  contact: StoredContact,
  reference: string,
  visitor: string,
): Promise<void> {
  try {
    await post(
      deps,
      'contact_confirmation',
      { visitor },
      confirmationMail(contact, reference, deps.appOrigin),
    );
  } catch (error) {
    logger.warn('A message could not be confirmed to its sender.', { reference, error });
  }
}

/** Stores a message that this call is to mail; undefined when one with its id is there. */
async function insert(
  clock: Clock,
  input: SendContact,
  sender: Sender | null,
): Promise<StoredContact | undefined> {
  const now = clock();
  const receivedAt = now.toISOString();
  const contact: StoredContact = {
    ...input,
    ...(sender && { ...sender, ...ownIndex(sender.userId, 'C', receivedAt, input.id) }),
    status: 'new',
    receivedAt,
    mailingUntil: epochSeconds(now) + MAILING_SECONDS,
    expiresAt: epochSeconds(now) + RETENTION_DAYS.contact * 86_400,
    ...contactIndex(receivedAt, input.id),
  };
  const isFirst = await ifHolds(
    ContactEntity.build(PutItemCommand)
      .item(contact)
      .options({ condition: { attr: 'id', exists: false } })
      .send(),
  );
  return isFirst ? contact : undefined;
}

/** The stored message: mailed, or from now on this call's to mail. */
async function takeOver(clock: Clock, id: string): Promise<StoredContact> {
  const found = await readItem(ContactEntity, { id });
  if (found?.mailedAt !== undefined) return found;
  const now = epochSeconds(clock());
  const { Attributes } = await conditionally(
    ContactEntity.build(UpdateItemCommand)
      .item({ id, mailingUntil: now + MAILING_SECONDS })
      .options({
        condition: {
          and: [
            { attr: 'mailingUntil', lte: now },
            { attr: 'mailedAt', exists: false },
          ],
        },
        returnValues: 'ALL_NEW',
      })
      .send(),
    // The first call is still at it; its receipt, or its failure, is soon known.
    () => new ParleyError('server.unavailable'),
  );
  return Attributes as StoredContact;
}
