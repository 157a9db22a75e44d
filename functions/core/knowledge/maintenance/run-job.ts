import { modelGate } from '#core/accounts/limits/model-gate';
import type { Clock } from '#platform/clock';
import { embedWaiting } from './embed';
import type { IndexJob } from './jobs';
import { type MergeDelivery, mergeBot } from './merge-bot';
import { renewIndex } from './renew';
import { dropIndex, forgetVectors } from './vector-index';

export function runIndexJob(clock: Clock, job: IndexJob, delivery: MergeDelivery): Promise<void> {
  switch (job.kind) {
    case 'merge':
      return mergeBot(clock, job, delivery);
    case 'forget':
      return forgetVectors(job);
    case 'drop':
      return dropIndex(job);
    case 'renew':
      return renewIndex(job);
    case 'embed':
      return embedWaiting(clock, modelGate());
  }
}
