import { join } from 'node:path';
import type { Ground } from './ground';
import { AsyncInvocations } from './runtime/async';
import { createEventSources } from './runtime/events/sources';
import type { createFunctions } from './runtime/lambda/functions';
import { createLambda } from './services/lambda/service';
import { createScheduler } from './services/scheduler/service';
import type { Stores } from './stores';

/** What calls functions: other functions, queues, streams and buckets, and schedules. */
export function createTriggers(
  { assembly, context, permissions, state, time, log }: Ground,
  functions: ReturnType<typeof createFunctions>,
  { sqs, dynamodb, s3 }: Pick<Stores, 'sqs' | 'dynamodb' | 's3'>,
) {
  const asynchronous = new AsyncInvocations({
    assembly,
    functions,
    queues: sqs,
    file: join(state.folder('lambda'), 'invocations.jsonl'),
    log,
  });
  const lambda = createLambda(context('lambda'), { functions, asynchronous });
  const sources = createEventSources({
    assembly,
    functions,
    queues: sqs,
    streams: dynamodb,
    objects: s3,
    file: join(state.folder('lambda'), 'checkpoints.jsonl'),
    log,
  });
  const scheduler = createScheduler(context('scheduler'), {
    groups: assembly.ofType('AWS::Scheduler::ScheduleGroup'),
    schedules: assembly.ofType('AWS::Scheduler::Schedule'),
    roles: assembly.ofType('AWS::IAM::Role'),
    queueArns: assembly.ofType('AWS::SQS::Queue').map(({ attributes }) => attributes.Arn ?? ''),
    queues: sqs,
    clock: time,
    allows: permissions.allows,
  });
  return { asynchronous, lambda, sources, scheduler };
}
