import { $remove, type Condition, UpdateItemCommand, type UpdateItemInput } from 'dynamodb-toolbox';
import type { SiteSchedule } from '#contract/knowledge/sites';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { newId } from '#platform/ids';
import { unlessRefused } from '#platform/table-writes';
import { dueSortKey, SITES_DUE, SiteEntity, type StoredSite } from './entity';
import { queueSiteJob } from './jobs';
import { findSite, refOf } from './stored-site';

const DAYS: Record<SiteSchedule, number | null> = { off: null, daily: 1, weekly: 7 };

/** A synchronisation whose function has not been heard of for so long is over: another may begin. */
export const SILENT_SECONDS = 30 * 60;

export function isBusy(clock: Clock, { state, beat = 0 }: StoredSite): boolean {
  return state === 'syncing' && beat > epochSeconds(clock()) - SILENT_SECONDS;
}

/** Begins one now, and has its message sent. Undefined when another one is under way. */
export async function startRun(clock: Clock, site: StoredSite): Promise<StoredSite | undefined> {
  const run = newId(clock());
  // Before it is begun: were it after, a call that dies in between would leave it under way with nobody at it.
  await queueSiteJob({ ...refOf(site), kind: 'sync', run });
  const begun = await beginRun(clock, site, run);
  if (begun) return begun;
  // Its message was faster.
  const current = await findSite(refOf(site));
  return current?.run === run ? current : undefined;
}

/**
 * Begins a synchronisation. Undefined when another one is under way, or this one is an older one than the last, or
 * the website is being removed. Both the call that asks for it and the message that it sends may do this.
 */
export async function beginRun(clock: Clock, site: StoredSite, run: string): Promise<StoredSite | undefined> {
  const now = clock();
  return updateSiteIf({
    site,
    changes: {
      ...scheduled(site, site.schedule, now),
      run,
      state: 'syncing',
      beat: epochSeconds(now),
      isDiscovered: $remove(),
      followsLinks: $remove(),
      isCut: $remove(),
      known: 0,
      done: 0,
    },
    condition: {
      and: [
        {
          or: [
            { attr: 'run', exists: false },
            { attr: 'run', lt: run },
          ],
        },
        {
          or: [
            { attr: 'state', eq: 'idle' },
            {
              and: [
                { attr: 'state', eq: 'syncing' },
                { attr: 'beat', lt: epochSeconds(now) - SILENT_SECONDS },
              ],
            },
          ],
        },
      ],
    },
  });
}

type Changes = Partial<Omit<UpdateItemInput<typeof SiteEntity>, 'accountId' | 'botId' | 'siteId'>>;

/** Writes to a website while this synchronisation is the one under way. Undefined when it is not any more. */
export function updateDuringRun(
  site: StoredSite,
  run: string,
  changes: Changes,
): Promise<StoredSite | undefined> {
  return updateSiteIf({
    site,
    changes,
    condition: {
      and: [
        { attr: 'run', eq: run },
        { attr: 'state', eq: 'syncing' },
      ],
    },
  });
}

/** When a website is to be read the next time, and its place in the list by which it is found then. */
export function scheduled(
  ref: Pick<StoredSite, 'accountId' | 'botId' | 'siteId'>,
  schedule: SiteSchedule,
  from: Date,
) {
  const days = DAYS[schedule];
  if (days === null) return { nextSyncAt: $remove(), gsi1pk: $remove(), gsi1sk: $remove() };
  const nextSyncAt = addSeconds(from, days * 24 * 60 * 60).toISOString();
  return { nextSyncAt, gsi1pk: SITES_DUE, gsi1sk: dueSortKey(nextSyncAt, ref) };
}

/** Undefined when the condition fails, or the website is gone. */
export async function updateSiteIf({
  site: { accountId, botId, siteId },
  changes,
  condition,
}: {
  readonly site: Pick<StoredSite, 'accountId' | 'botId' | 'siteId'>;
  readonly changes: Changes;
  readonly condition: Condition<typeof SiteEntity>;
}): Promise<StoredSite | undefined> {
  const updated = await unlessRefused(
    SiteEntity.build(UpdateItemCommand)
      .item({ accountId, botId, siteId, ...changes })
      .options({ condition, returnValues: 'ALL_NEW' })
      .send(),
  );
  return updated?.Attributes as StoredSite | undefined;
}
