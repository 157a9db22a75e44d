import * as z from 'zod';
import { AccountId, BotId } from '../../../contract/ids';
import { environment } from '../../../platform/environment';
import { sendToQueue } from '../../../platform/queues';
import { readLiveSegments } from '../documents/manifest';
import { planMerge } from '../index/plan-merge';
import type { BotKey } from '../index/ports';

/** What is done for a bot's index while it answers. */
export const IndexJob = z.object({ kind: z.literal('merge'), accountId: AccountId, botId: BotId });
export type IndexJob = z.infer<typeof IndexJob>;

/** In the group of its account: one tenant's flood delays nobody else. */
export async function queueIndexJob(job: IndexJob): Promise<void> {
  await sendToQueue(environment('INDEX_JOBS_QUEUE_URL'), { body: job, group: job.accountId });
}

/** Has a bot's segments merged, where there is something to merge. */
export async function scheduleMerge({ accountId, botId }: BotKey): Promise<void> {
  const { segments } = await readLiveSegments({ accountId, botId });
  if (!planMerge(segments)) return;
  await queueIndexJob({ kind: 'merge', accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
}
