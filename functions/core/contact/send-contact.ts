import { GetItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { SendContact } from '../../contract/contact';
import type { Receipt } from '../../contract/feedback';
import { RETENTION_DAYS } from '../../contract/retention';
import { type Clock, epochSeconds } from '../../platform/clock';
import type { SendMail } from '../../platform/mail';
import { isConditionFailure } from '../../platform/table-writes';
import { receiptOf } from '../feedback/receipt';
import { limitAddress, limitRate } from '../limits/rate-limit';
import { contactMail } from './contact-mail';
import { ContactEntity, contactIndex } from './entity';

/** A minute, from one address, and in all: what many addresses send must not fill the operator's inbox either. */
const PER_ADDRESS = 5;
const IN_ALL = 60;

export interface ContactDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
  /** The operator's address. */
  readonly operator: string;
}

/**
 * Stores a message and mails it to the operator. It is received when both are done: a call that failed between is
 * sent again by its sender with the same id, which neither stores nor mails twice what was.
 */
export async function sendContact(
  { clock, sendMail, operator }: ContactDeps,
  input: SendContact,
  address: string,
): Promise<Receipt> {
  await limitAddress(clock, 'CONTACT', address, PER_ADDRESS);
  await limitRate(clock, 'CONTACT', IN_ALL);
  const { contact, receivedAt, mailed } = await store(clock, input);
  const receipt = receiptOf('C', contact.id, receivedAt);
  if (!mailed) {
    await sendMail(contactMail(operator, contact, receipt.reference));
    await ContactEntity.build(UpdateItemCommand)
      .item({ id: contact.id, mailedAt: clock().toISOString() })
      .send();
  }
  return receipt;
}

/** What is stored under the id: what came first counts. */
async function store(
  clock: Clock,
  input: SendContact,
): Promise<{ contact: SendContact; receivedAt: string; mailed: boolean }> {
  const now = clock();
  const receivedAt = now.toISOString();
  try {
    await ContactEntity.build(PutItemCommand)
      .item({
        ...input,
        receivedAt,
        expiresAt: epochSeconds(now) + RETENTION_DAYS.contact * 86_400,
        ...contactIndex(receivedAt, input.id),
      })
      .options({ condition: { attr: 'id', exists: false } })
      .send();
    return { contact: input, receivedAt, mailed: false };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const { Item } = await ContactEntity.build(GetItemCommand)
      .key({ id: input.id })
      .options({ consistent: true })
      .send();
    if (!Item) throw error;
    const { id, name, email, subject, message, category, priority, language } = Item;
    return {
      contact: { id, name, email, subject, message, category, priority, language },
      receivedAt: Item.receivedAt,
      mailed: Item.mailedAt !== undefined,
    };
  }
}
