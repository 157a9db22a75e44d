import { Entity, item, number, set, string } from 'dynamodb-toolbox';
import { UPTIME_MINUTES } from '#contract/insight/health';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';

/** What the regular checks of the stage saw on a day (UTC). */
export const CheckedDayEntity = new Entity({
  name: 'CheckedDay',
  table,
  timestamps: false,
  schema: item({
    stage: string().key().default('STAGE'),
    day: string().key(),
    checks: number(),
    /** Number of the span that was checked last: a check that is told twice counts once. */
    last: number(),
    /** Spans whose check failed. */
    failed: set(number()).optional(),
  }),
  computeKey: ({ day }) => ({ pk: CHECKS, sk: `CHECKED#${day}` }),
});
export const CHECKS = 'HEALTH';

/** In which spans of a day (UTC) visitors of an account got no answer, and of which bots. */
export const FailedAnswersEntity = new Entity({
  name: 'FailedAnswers',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    day: string().key(),
    /** `{span} {botId}`. */
    spans: set(string()),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, day }) => ({
    pk: accountPartition(accountId),
    sk: `${FAILED_ANSWERS}${day}`,
  }),
});
export const FAILED_ANSWERS = 'FAILED_ANSWERS#';

/** The day of a time (UTC), and the number of its span in it. */
export function spanOf(time: Date): { readonly day: string; readonly span: number } {
  const minutes = time.getUTCHours() * 60 + time.getUTCMinutes();
  return { day: time.toISOString().slice(0, 10), span: Math.floor(minutes / UPTIME_MINUTES) };
}
