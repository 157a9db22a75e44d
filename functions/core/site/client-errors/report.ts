import { $add, $get, $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import type { ReportClientError } from '#contract/site/client-errors';
import { countInOrder, perMinute, perMinuteFrom } from '#core/accounts/limits/rate-limit';
import { type Clock, epochSeconds } from '#platform/clock';
import { ifHolds } from '#platform/table-writes';
import { ClientErrorEntity, clientErrorIndex } from './entity';
import { fingerprintOf } from './fingerprint';
import { scrub, scrubPath } from './scrub';

/** A minute, from one address, and in all: a release that fails everywhere is known by its first hundreds. */
const PER_ADDRESS = 30;
const IN_ALL = 600;
const MAX_USER_AGENT = 300;

export interface ErrorReporter {
  readonly userAgent: string;
}

/** Counts a report, before anything of it is read. */
export async function admitReport(clock: Clock, address: string): Promise<void> {
  await countInOrder(clock, [
    await perMinuteFrom('CLIENT_ERRORS', address, PER_ADDRESS),
    perMinute('CLIENT_ERRORS', IN_ALL),
  ]);
}

/** Counts an error of a browser with those that are alike; the newest is the group's example. */
export async function reportClientError(
  clock: Clock,
  report: ReportClientError,
  { userAgent }: ErrorReporter,
): Promise<{ id: string }> {
  const now = clock();
  const lastSeen = now.toISOString();
  const name = scrub(report.name || 'Error');
  const message = scrub(report.message);
  const stack = report.stack === undefined ? undefined : scrub(report.stack);
  const fingerprint = fingerprintOf({ name, message, stack });
  const { Attributes } = await ClientErrorEntity.build(UpdateItemCommand)
    .item({
      fingerprint,
      errorName: name,
      message,
      stack: stack ?? $remove(),
      count: $add(1),
      lastSeen,
      release: report.release === undefined ? $remove() : scrub(report.release),
      page: scrubPath(report.page),
      language: report.language,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      expiresAt: epochSeconds(now) + RETENTION_DAYS.clientErrors * 86_400,
      ...clientErrorIndex(lastSeen, fingerprint),
      firstSeen: $get('firstSeen', lastSeen),
    })
    .options({ returnValues: 'ALL_NEW' })
    .send();
  if (Attributes?.status === 'resolved') await reopen(fingerprint);
  return { id: fingerprint };
}

/** What was resolved and is reported again was not. What is ignored stays so. */
async function reopen(fingerprint: string): Promise<void> {
  await ifHolds(
    ClientErrorEntity.build(UpdateItemCommand)
      .item({ fingerprint, status: 'open' })
      .options({ condition: { attr: 'status', eq: 'resolved' } })
      .send(),
  );
}
