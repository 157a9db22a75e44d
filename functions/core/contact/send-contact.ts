import { GetItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { SendContact } from '../../contract/contact';
import type { Receipt } from '../../contract/feedback';
import { RETENTION_DAYS } from '../../contract/retention';
import { type Clock, epochSeconds } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import type { SendMail } from '../../platform/mail';
import { conditionally, isConditionFailure } from '../../platform/table-writes';
import { receiptOf } from '../feedback/receipt';
import { limitAddress, limitRate } from '../limits/rate-limit';
import { contactMail } from './contact-mail';
import { ContactEntity, contactIndex, type StoredContact } from './entity';

/** A minute, from one address, and in all: what many addresses send must not fill the operator's inbox either. */
const PER_ADDRESS = 5;
const IN_ALL = 60;
/** Longer than the function may run: who was to mail it and hasn't by then never will. */
const MAILING_SECONDS = 20;

export interface ContactDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
  /** The operator's address. */
  readonly operator: string;
}

/** Counts a message to the operator, before anything of it is read. */
export async function admitContact(clock: Clock, address: string): Promise<void> {
  await limitAddress(clock, 'CONTACT', address, PER_ADDRESS);
  await limitRate(clock, 'CONTACT', IN_ALL);
}

/**
 * Stores a message and mails it to the operator; it is received when both are done. A call that failed between is
 * sent again by its sender with the same id, which neither stores nor mails twice.
 */
export async function sendContact(deps: ContactDeps, input: SendContact): Promise<Receipt> {
  const { clock, sendMail, operator } = deps;
  const contact = (await insert(clock, input)) ?? (await takeOver(clock, input.id));
  const { id, receivedAt, mailedAt } = contact;
  const receipt = receiptOf('C', id, receivedAt);
  if (mailedAt !== undefined) return receipt;
  try {
    await sendMail(contactMail(operator, contact, receipt.reference));
  } catch (error) {
    await ContactEntity.build(UpdateItemCommand).item({ id, mailingUntil: 0 }).send();
    throw error;
  }
  await ContactEntity.build(UpdateItemCommand).item({ id, mailedAt: clock().toISOString() }).send();
  return receipt;
}

/** Stores a message that this call is to mail; undefined when one with its id is there. */
async function insert(clock: Clock, input: SendContact): Promise<StoredContact | undefined> {
  const now = clock();
  const receivedAt = now.toISOString();
  const contact: StoredContact = {
    ...input,
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
