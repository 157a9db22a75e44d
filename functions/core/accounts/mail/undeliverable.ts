import { BatchGetRequest, Entity, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import type { MailProblem } from '#contract/accounts/mail-problem';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { hashedAddress } from '../limits/rate-limit';

const DAY = 86_400;
/**
 * How long an address gets no mail: a mailbox that was missing may be there again after a season; whoever has called our
 * mails spam is asked for nothing for a year.
 */
const KEPT_SECONDS = { bounced: 90 * DAY, complained: 365 * DAY } as const;

/** That an address takes no mails, by a keyed hash: it may be anybody's. Of no account, since it holds for all. */
export const UndeliverableAddressEntity = new Entity({
  name: 'UndeliverableAddress',
  table,
  timestamps: false,
  schema: item({
    address: string().key(),
    reason: string().enum('bounced', 'complained'),
    at: string(),
    expiresAt: number(),
  }),
  computeKey: ({ address }) => ({ pk: `MAIL_ADDRESS#${address}`, sk: 'UNDELIVERABLE' }),
});

/** Notes that a mail came back, or was called spam. Repeating it changes nothing. */
export async function markUndeliverable(
  clock: Clock,
  address: string,
  reason: MailProblem['reason'],
): Promise<void> {
  const now = clock();
  await UndeliverableAddressEntity.build(PutItemCommand)
    .item({
      address: await hashedAddress(address.toLowerCase()),
      reason,
      at: now.toISOString(),
      expiresAt: epochSeconds(addSeconds(now, KEPT_SECONDS[reason])),
    })
    .send();
}

/** Throws `mail.undeliverable` where mails to the address came back. */
export async function assertDeliverable(clock: Clock, address: string): Promise<void> {
  const [problem] = await mailProblemsOf([address], clock());
  if (problem) throw new ParleyError('mail.undeliverable', { details: { reason: problem.reason } });
}

/** Why each of these addresses gets no mail; null for those that do. */
export async function mailProblemsOf(
  addresses: readonly string[],
  at: Date,
): Promise<readonly (MailProblem | null)[]> {
  const hashes = await Promise.all(addresses.map((address) => hashedAddress(address.toLowerCase())));
  const found = await readItems(
    [...new Set(hashes)].map((address) => UndeliverableAddressEntity.build(BatchGetRequest).key({ address })),
    { consistent: false },
  );
  const now = epochSeconds(at);
  const problems = new Map(
    found.flatMap((stored) =>
      stored && stored.expiresAt > now ? [[stored.address, { reason: stored.reason, at: stored.at }]] : [],
    ),
  );
  return hashes.map((hash) => problems.get(hash) ?? null);
}
