import { GetItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import type { SendContact } from '#contract/site/contact';
import type { Receipt } from '#contract/site/feedback';
import { hashedAddress, limitAddress, limitRate, limitWithin } from '#core/accounts/limits/rate-limit';
import { effectivePlan, loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { SendMail } from '#platform/mail';
import { conditionally, isConditionFailure } from '#platform/table-writes';
import { ownIndex } from '../feedback/entity';
import { receiptOf } from '../feedback/receipt';
import { confirmationMail } from './confirmation-mail';
import { contactMail } from './contact-mail';
import { ContactEntity, contactIndex, type StoredContact } from './entity';

/** A minute, from one address, and in all: what many addresses send must not fill the operator's inbox either. */
const PER_ADDRESS = 5;
const IN_ALL = 60;
/** A minute, of one person who is signed in. */
const PER_PERSON = 5;
/** Confirmations to one address an hour: anyone can enter somebody else's, who is not to be flooded. */
const CONFIRMATIONS = { seconds: 3_600, times: 3 } as const;
/** Longer than the function may run: who was to mail it and hasn't by then never will. */
const MAILING_SECONDS = 20;

export interface ContactDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
  /** The operator's address. */
  readonly operator: string;
  /** Where the dashboard is. */
  readonly appOrigin: string;
}

/** Who writes while signed in, and the plan of the account that she acts for. */
type Sender = Pick<StoredContact, 'userId' | 'accountId' | 'plan'> & { readonly userId: string };

/** Counts a message to the operator, before anything of it is read. */
export async function admitContact(clock: Clock, address: string): Promise<void> {
  await limitAddress(clock, 'CONTACT', address, PER_ADDRESS);
  await limitRate(clock, 'CONTACT', IN_ALL);
}

/** Sends a message of a stranger. */
export function sendContact(deps: ContactDeps, input: SendContact): Promise<Receipt> {
  return receive(deps, input, null);
}

/** Sends a message of a signed-in person, who sees later what became of it. */
export async function sendOwnContact(
  deps: ContactDeps,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
  input: SendContact,
): Promise<Receipt> {
  const { clock } = deps;
  await Promise.all([limitRate(clock, `CONTACT#${userId}`, PER_PERSON), limitRate(clock, 'CONTACT', IN_ALL)]);
  const plan = effectivePlan(await loadAccount(accountId), clock());
  return receive(deps, input, { userId, accountId, plan });
}

/**
 * Stores a message, mails it to the operator and confirms it to its sender; it is received when the operator has it. A
 * call that failed between is sent again by its sender with the same id, which neither stores nor mails twice.
 */
async function receive(deps: ContactDeps, input: SendContact, sender: Sender | null): Promise<Receipt> {
  const { clock, sendMail, operator } = deps;
  const contact = (await insert(clock, input, sender)) ?? (await takeOver(clock, input.id));
  const { id, receivedAt, mailedAt } = contact;
  const receipt = receiptOf('C', id, receivedAt);
  if (mailedAt !== undefined) return receipt;
  try {
    await sendMail(contactMail(operator, contact, receipt.reference));
  } catch (error) {
    await ContactEntity.build(UpdateItemCommand).item({ id, mailingUntil: 0 }).send();
    throw error;
  }
  await confirm(deps, contact, receipt.reference);
  await ContactEntity.build(UpdateItemCommand).item({ id, mailedAt: clock().toISOString() }).send();
  return receipt;
}

/** Confirms the message to its sender. A failure here does not fail the message, which is stored already. */
async function confirm(
  { clock, sendMail, appOrigin }: ContactDeps,
  contact: StoredContact,
  reference: string,
): Promise<void> {
  try {
    const address = await hashedAddress(contact.email.toLowerCase());
    await limitWithin(clock, `CONTACT_CONFIRMATION#${address}`, CONFIRMATIONS);
    await sendMail(confirmationMail(contact, reference, appOrigin));
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
  try {
    await ContactEntity.build(PutItemCommand)
      .item(contact)
      .options({ condition: { attr: 'id', exists: false } })
      .send();
    return contact;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** The stored message: mailed, or from now on this call's to mail. */
async function takeOver(clock: Clock, id: string): Promise<StoredContact> {
  const { Item } = await ContactEntity.build(GetItemCommand).key({ id }).options({ consistent: true }).send();
  if (Item?.mailedAt !== undefined) return Item;
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
