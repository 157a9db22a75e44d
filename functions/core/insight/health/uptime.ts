import { QueryCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';
import { CHECKS, CheckedDayEntity, FAILED_ANSWERS, FailedAnswersEntity } from './entity';

/** A day, as far as it was checked. */
export interface ServiceDay {
  readonly day: string;
  readonly checks: number;
  readonly failedChecks: readonly number[];
  /** Spans in which visitors of the account got no answer, with the bots concerned. */
  readonly failedAnswers: readonly { readonly span: number; readonly botId: string }[];
}

/** What is known of the service for an account on days (UTC), both included: two Queries of an item a day. */
export async function serviceDays(
  accountId: AccountId,
  from: string,
  to: string,
): Promise<readonly ServiceDay[]> {
  const everything = { maxPages: Number.POSITIVE_INFINITY };
  const [checked, failed] = await Promise.all([
    table
      .build(QueryCommand)
      .query({ partition: CHECKS, range: { between: [`CHECKED#${from}`, `CHECKED#${to}`] } })
      .entities(CheckedDayEntity)
      .options(everything)
      .send(),
    table
      .build(QueryCommand)
      .query({
        partition: accountPartition(accountId),
        range: { between: [FAILED_ANSWERS + from, FAILED_ANSWERS + to] },
      })
      .entities(FailedAnswersEntity)
      .options(everything)
      .send(),
  ]);
  const checks = new Map((checked.Items ?? []).map((item) => [item.day, item]));
  const failures = new Map((failed.Items ?? []).map((item) => [item.day, item]));
  return [...new Set([...checks.keys(), ...failures.keys()])].sort().map((day) => ({
    day,
    checks: checks.get(day)?.checks ?? 0,
    failedChecks: [...(checks.get(day)?.failed ?? [])],
    failedAnswers: [...(failures.get(day)?.spans ?? [])].map((text) => {
      const [span, botId = ''] = text.split(' ');
      return { span: Number(span), botId };
    }),
  }));
}

/**
 * The share of spans in which nothing failed: neither the check nor an answer to one of the account's visitors. Null
 * where nothing was checked and nothing failed.
 */
export function uptimeOf(days: readonly ServiceDay[]): number | null {
  let [all, down] = [0, 0];
  for (const { checks, failedChecks, failedAnswers } of days) {
    const failed = new Set([...failedChecks, ...failedAnswers.map(({ span }) => span)]).size;
    down += failed;
    all += Math.max(checks, failed);
  }
  return all === 0 ? null : 1 - down / all;
}
