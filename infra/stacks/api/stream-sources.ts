import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import {
  FOLLOWED_ENTITIES,
  FOLLOWED_LATER,
  FOLLOWED_WHEN_NEW,
  FOLLOWED_WHEN_WARNED,
  FOLLOWED_WHILE_THERE,
} from '#contract/base/followed-entities';
import type { ParleyFunction } from '#infra/constructs/parley-function';

/** Which changes of the table each of its readers is called for. */
export function followStream(
  scope: Construct,
  streamArn: string,
  failed: Bucket,
  { dispatch, later }: Readonly<Record<'dispatch' | 'later', ParleyFunction>>,
): void {
  const followed = {
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    // Without an end of its tries one bad record would hold its shard for a day. What fails here is not lost: it goes on
    // being tried from where it is kept, for a day.
    retryAttempts: 5,
    maxRecordAge: Duration.hours(6),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: failed.bucketArn }) },
  };
  new EventSourceMapping(scope, 'StreamSource', {
    ...followed,
    target: dispatch.target,
    batchSize: 100,
    parallelizationFactor: 2,
    filters: [
      ...changesOf(FOLLOWED_ENTITIES.filter((entity) => FOLLOWED_LATER.every((later) => later !== entity))),
      TOLD_CONVERSATIONS,
      TOLD_MESSAGES,
    ],
  });
  new EventSourceMapping(scope, 'LaterSource', {
    ...followed,
    target: later.target,
    // What comes within the window is counted and listed together.
    batchSize: 500,
    maxBatchingWindow: Duration.seconds(5),
    filters: changesOf(FOLLOWED_ENTITIES),
  });
}

/** Counters, leases and tickets are written with every message and followed by nothing: no function is called. */
function changesOf(entities: readonly string[]) {
  const entity = { S: FilterRule.or(...entities) };
  const going = entities.filter((each) => FOLLOWED_WHILE_THERE.every((other) => other !== each));
  const warned = {
    entity: { S: FilterRule.or(...FOLLOWED_WHEN_WARNED) },
    warned: { N: FilterRule.exists() },
  };
  return [
    FilterCriteria.filter({ dynamodb: { NewImage: { $or: [{ entity }, warned] } } }),
    FilterCriteria.filter({ dynamodb: { OldImage: { entity: { S: FilterRule.or(...going) } } } }),
    FilterCriteria.filter({
      eventName: FilterRule.isEqual('INSERT'),
      dynamodb: { NewImage: { entity: { S: FilterRule.or(...FOLLOWED_WHEN_NEW) } } },
    }),
  ];
}

/** Heads of conversations of which somebody was told something (`revision`), or that were deleted. */
const TOLD_CONVERSATIONS = FilterCriteria.filter({
  dynamodb: {
    NewImage: {
      entity: { S: FilterRule.isEqual('Conversation') },
      $or: [{ revision: { N: FilterRule.exists() } }, { deletedAt: { S: FilterRule.exists() } }],
    },
  },
});

/** Messages to and of a person, and those of a bot that pass a visitor on or end their conversation. */
const TOLD_MESSAGES = FilterCriteria.filter({
  dynamodb: {
    NewImage: {
      entity: { S: FilterRule.isEqual('Message') },
      $or: [
        { toPerson: { BOOL: [true] } },
        { author: { S: FilterRule.isEqual('agent') } },
        { kind: { S: FilterRule.or('escalated', 'ended') } },
      ],
    },
  },
});
