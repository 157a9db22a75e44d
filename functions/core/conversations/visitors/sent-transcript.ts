import { DeleteItemCommand, Entity, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import { hashedAddress } from '#core/accounts/limits/rate-limit';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { type Clock, epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import type { ConversationRef } from '../messages';

/** That a conversation was mailed to an address as it stood: in its partition, with which it goes. */
export const SentTranscriptEntity = new Entity({
  name: 'SentTranscript',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    /** Hashed: it may be anybody's. */
    to: string().key(),
    lastSequence: number().key(),
    /** Seconds since 1970. */
    sentAt: number(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, conversationId, to, lastSequence }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: `TRANSCRIPT#${lastSequence}#${to}`,
  }),
});

/** For so long a second request for the same transcript is the first one, said twice. */
const SECONDS = 60;

/**
 * Sends unless the same was sent to the same address within a minute. What fails may be asked for again at once. With
 * another message it is another transcript.
 */
export async function onceAMinute(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  { email, lastSequence }: { readonly email: string; readonly lastSequence: number },
  send: () => Promise<void>,
): Promise<void> {
  const now = epochSeconds(clock());
  const key = { accountId, conversationId, to: await hashedAddress(email.toLowerCase()), lastSequence };
  const isStored = await ifHolds(
    SentTranscriptEntity.build(PutItemCommand)
      .item({ ...key, sentAt: now, expiresAt: now + SECONDS })
      .options({
        condition: {
          or: [
            { attr: 'sentAt', exists: false },
            { attr: 'sentAt', lte: now - SECONDS },
          ],
        },
      })
      .send(),
  );
  if (!isStored) return;
  try {
    await send();
  } catch (error) {
    await SentTranscriptEntity.build(DeleteItemCommand).key(key).send();
    throw error;
  }
}
