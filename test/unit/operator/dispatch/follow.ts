import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import type { Sockets } from '#platform/sockets';
import type { TableChange } from '#platform/stream-handler';
import { dispatchChange } from '#test/helpers/dispatch-change';

/** A change of the table as the stream tells it. */
export function tableChange(images: Partial<TableChange>): TableChange {
  return {
    pk: 'p',
    sk: 's',
    before: null,
    after: null,
    expired: false,
    at: new Date('2030-01-01T00:00:00Z'),
    ...images,
  };
}

/** What follows when a conversation's head changes. */
export async function follow(
  sockets: Sockets,
  before: StoredConversation | null,
  after: StoredConversation | null,
  at?: Date,
): Promise<void> {
  const imageOf = (head: StoredConversation | null) => head && { ...head, entity: 'Conversation' };
  await dispatchChange(
    sockets,
    tableChange({ before: imageOf(before), after: imageOf(after), ...(at && { at }) }),
  );
}

/** What follows when a message is stored. */
export async function followMessage(sockets: Sockets, message: StoredMessage | undefined): Promise<void> {
  if (!message) throw new Error('There is no message.');
  await dispatchChange(sockets, tableChange({ after: { ...message, entity: 'Message' } }));
}
