import { Entity, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import { type AccountId, NotificationId } from '#contract/base/ids';
import { accountPartition } from '#core/accounts/entity';
import { addSeconds, epochSeconds } from '#platform/clock';
import { idOf } from '#platform/ids';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';

const TOLD = ['trial_ending', 'grace_ending', 'plan_ended'] as const;
type Told = (typeof TOLD)[number];

/** That people were told of the end of a plan, or that it comes, and when for the first time. */
export const PlanEndEntity = new Entity({
  name: 'PlanEnd',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    kind: string()
      .enum(...TOLD)
      .key(),
    end: string().key(),
    at: string(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, kind, end }) => ({
    pk: accountPartition(accountId),
    sk: `PLAN_END#${kind}#${end}`,
  }),
});

const KEPT_SECONDS = 60 * 86_400;

/**
 * Id and time of a notification of a plan's end: those of the first time that it was told, so that it is told once, also
 * when an earlier telling died half-way.
 */
export async function firstTold(
  now: Date,
  accountId: AccountId,
  kind: Told,
  end: string,
): Promise<{ readonly id: NotificationId; readonly at: Date }> {
  const key = { accountId, kind, end };
  await ifHolds(
    PlanEndEntity.build(PutItemCommand)
      .item({ ...key, at: now.toISOString(), expiresAt: epochSeconds(addSeconds(now, KEPT_SECONDS)) })
      .options({ condition: { attr: 'at', exists: false } })
      .send(),
  );
  const found = await readItem(PlanEndEntity, key);
  const at = new Date(found?.at ?? now);
  return { id: NotificationId.parse(idOf(at, `${accountId}#${kind}#${end}`)), at };
}
