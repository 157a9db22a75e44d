import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Resource } from '#infra/local/assembly/model';
import { synthesized } from './synthesized';

const synth = await synthesized();

const queueOf = (arn: unknown) => synth.assembly.find('AWS::SQS::Queue', String(arn));
const bundleOf = (lambda: Resource | undefined) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '';
const byBundle = (bundle: string) => {
  const found = synth.assembly.ofType('AWS::Lambda::Function').find((lambda) => bundleOf(lambda) === bundle);
  if (!found) throw new Error(`no function ${bundle}`);
  return found;
};
/** Event source mappings by the bundle of their function. */
const sources = () =>
  new Map(
    synth.assembly
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => [bundleOf(synth.lambda(properties.FunctionName)), properties]),
  );

describe('an upload', () => {
  it('is told to a queue of the same stack by the bucket itself, without a custom resource', () => {
    const [bucket] = Object.values(
      synth.template('ingest').findResources('AWS::S3::Bucket', {
        Properties: {
          NotificationConfiguration: {
            QueueConfigurations: [
              Match.objectLike({
                Event: 's3:ObjectCreated:*',
                Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } },
              }),
            ],
          },
        },
      }),
    );
    const { Queue } = bucket?.Properties.NotificationConfiguration.QueueConfigurations[0] ?? {};
    const queue = Queue['Fn::GetAtt'][0];
    expect(Object.keys(synth.template('ingest').findResources('AWS::SQS::Queue'))).toContain(queue);
    // S3 tries the queue at once: its policy must be there before the bucket.
    const policies = Object.entries(synth.template('ingest').findResources('AWS::SQS::QueuePolicy')).filter(
      ([, { Properties }]) => Properties.Queues[0].Ref === queue,
    );
    expect(policies).toHaveLength(1);
    expect(bucket?.DependsOn).toContain(policies[0]?.[0]);
  });

  it('may be told by S3 for this account only', () => {
    const { EventSourceArn } = sources().get('queue-upload-router') ?? {};
    const policy = synth.assembly
      .ofType('AWS::SQS::QueuePolicy')
      .find(({ properties: { Queues } }) => queueOf(EventSourceArn)?.id === (Queues as string[])[0]);
    expect(policy?.properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 's3.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
        }),
      ]),
    });
  });

  it('goes by the router to a standard queue, on which a message group is a tenant, and from there one by one', () => {
    const { EventSourceArn, BatchSize, ScalingConfig } = sources().get('queue-ingest') ?? {};
    const work = queueOf(EventSourceArn);
    expect(work?.properties.FifoQueue).toBeUndefined();
    expect(BatchSize).toBe(1);
    expect(ScalingConfig).toEqual({ MaximumConcurrency: 20 });
    for (const bundle of ['queue-upload-router', 'http-documents'])
      expect(synth.environment(byBundle(bundle)).INGEST_QUEUE_URL).toBe(work?.id);
    expect(work?.properties.RedrivePolicy).toMatchObject({ maxReceiveCount: 5 });
  });

  it('that was announced is held on a queue of its own until it must have arrived', () => {
    const { EventSourceArn } = sources().get('queue-upload-deadlines') ?? {};
    const deadlines = queueOf(EventSourceArn);
    expect(deadlines?.properties.FifoQueue).toBeUndefined();
    for (const bundle of ['http-documents', 'queue-upload-deadlines'])
      expect(synth.environment(byBundle(bundle)).UPLOAD_DEADLINES_QUEUE_URL).toBe(deadlines?.id);
  });
});

describe('an answer', () => {
  it('is begun by the message function, never tried twice, and its failure is taken over by a queue', () => {
    const answer = byBundle('socket-answer');
    for (const bundle of ['socket-message', 'http-messages'])
      expect(synth.environment(byBundle(bundle)).ANSWER_FUNCTION_NAME, bundle).toBe(
        `${answer.attributes.Arn}:live`,
      );
    const [config, ...others] = synth.assembly.ofType('AWS::Lambda::EventInvokeConfig');
    expect(others).toEqual([]);
    expect(config?.properties).toMatchObject({
      FunctionName: answer.id,
      Qualifier: 'live',
      MaximumRetryAttempts: 0,
      DestinationConfig: {
        OnFailure: { Destination: sources().get('queue-failed-answers')?.EventSourceArn },
      },
    });
  });

  it('may take longer than the 29 seconds that a socket route has', () => {
    expect(byBundle('socket-answer').properties.Timeout).toBeGreaterThan(29);
    expect(byBundle('http-messages').properties.Timeout).toBeLessThanOrEqual(29);
  });
});

describe("the table's stream", () => {
  it('is followed by two functions, which give up on a record in the end and say so', () => {
    const [table] = synth.assembly.ofType('AWS::DynamoDB::Table');
    const readers = [...sources()].filter(
      ([, { EventSourceArn }]) => EventSourceArn === table?.attributes.StreamArn,
    );
    // More than two, and the shard's readers would be throttled.
    expect(readers.map(([bundle]) => bundle).sort()).toEqual(['stream-dispatch', 'stream-later']);
    for (const [, mapping] of readers) {
      expect(mapping).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 5,
        MaximumRecordAgeInSeconds: 21_600,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      const { OnFailure } = mapping.DestinationConfig as { OnFailure: { Destination: string } };
      // A queue would be told positions in the stream only, which are gone after a day.
      expect(OnFailure.Destination).toBe(kept().attributes.Arn);
    }
  });

  it('gives what was given up to a queue, whole, from where it is tried again for a day', () => {
    const { properties } = kept();
    const { QueueConfigurations } = properties.NotificationConfiguration as {
      QueueConfigurations: { Event: string; Queue: string }[];
    };
    const [told] = QueueConfigurations;
    expect(told).toMatchObject({ Event: 's3:ObjectCreated:*' });
    expect(sources().get('queue-failed-changes')?.EventSourceArn).toBe(told?.Queue);
    const { VisibilityTimeout, RedrivePolicy } = { ...queueOf(told?.Queue)?.properties } as {
      VisibilityTimeout: number;
      RedrivePolicy: { maxReceiveCount: number };
    };
    expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBe(86_400);
  });

  const kept = () => {
    const bucket = synth.assembly
      .ofType('AWS::S3::Bucket')
      .find(({ logicalId }) => logicalId.startsWith('FailedChangesStore'));
    if (!bucket) throw new Error('Nothing keeps changes that failed.');
    return bucket;
  };
});

describe('every queue', () => {
  it('that a function works on reports single failures, and hides a message longer than the function may take', () => {
    const consumed = [...sources()].filter(([, { EventSourceArn }]) => queueOf(EventSourceArn));
    expect(consumed.map(([bundle]) => bundle).sort()).toEqual([
      'queue-account-jobs',
      'queue-analytics',
      'queue-bot-jobs',
      'queue-exports',
      'queue-failed-answers',
      'queue-failed-changes',
      'queue-health-checks',
      'queue-inbox-jobs',
      'queue-index-jobs',
      'queue-ingest',
      'queue-reconcile',
      'queue-sites',
      'queue-upload-deadlines',
      'queue-upload-router',
      'queue-visits',
      'queue-webhooks',
    ]);
    // People wait for these: what a dead function left is taken up right after its time.
    const soon = ['queue-account-jobs', 'queue-exports'];
    for (const [bundle, { BatchSize, EventSourceArn, FunctionResponseTypes, ScalingConfig }] of consumed) {
      expect(FunctionResponseTypes, bundle).toEqual(['ReportBatchItemFailures']);
      const timeout = Number(byBundle(bundle).properties.Timeout);
      const isSoon = soon.includes(bundle);
      expect(queueOf(EventSourceArn)?.properties.VisibilityTimeout, bundle).toBe(
        isSoon ? timeout + 30 : timeout * 6,
      );
      if (isSoon) expect([BatchSize, ScalingConfig], bundle).toEqual([1, expect.anything()]);
    }
  });

  it('is encrypted and takes messages over TLS only', () => {
    const policies = synth.assembly.ofType('AWS::SQS::QueuePolicy');
    for (const { id, logicalId, properties } of synth.assembly.ofType('AWS::SQS::Queue')) {
      expect(properties.SqsManagedSseEnabled, logicalId).toBe(true);
      const policy = policies.find(({ properties: { Queues } }) => (Queues as string[]).includes(id));
      expect(policy?.properties.PolicyDocument, logicalId).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      });
    }
  });

  it('of dead letters keeps them for two weeks', () => {
    const dead = synth.assembly
      .ofType('AWS::SQS::Queue')
      .filter(({ logicalId }) => /DeadLetters/.test(logicalId));
    expect(dead).toHaveLength(16);
    for (const { properties } of dead) expect(properties.MessageRetentionPeriod).toBe(1_209_600);
  });
});

describe('what is done by the clock', () => {
  it.each([
    ['reading the websites that are due', 'SitesDue', 'rate(15 minutes)', /^SitesWorkQueue/, { kind: 'due' }],
    [
      'answering what waits for too long',
      'AnswersOverdue',
      'rate(1 minute)',
      /^AnswerFailuresQueue/,
      { kind: 'sweep' },
    ],
    [
      'comparing all accounts',
      'ReconcileDue',
      'rate(1440 minutes)',
      /^ReconcileQueue/,
      { kind: 'reconcile' },
    ],
  ])(
    '%s is asked for by a rule, which alone may send into that queue',
    (_, id, expression, queue, message) => {
      const rule = synth.assembly
        .ofType('AWS::Events::Rule')
        .find(({ logicalId }) => logicalId.startsWith(id));
      expect(rule?.properties).toMatchObject({ ScheduleExpression: expression, State: 'ENABLED' });
      const [target] = (rule?.properties.Targets ?? []) as { Arn: string; Input: string }[];
      expect(queueOf(target?.Arn)?.logicalId).toMatch(queue);
      expect(JSON.parse(target?.Input ?? '')).toEqual(message);
      const policy = synth.assembly
        .ofType('AWS::SQS::QueuePolicy')
        .find(({ properties }) => (properties.Queues as string[]).includes(queueOf(target?.Arn)?.id ?? ''));
      expect(policy?.properties.PolicyDocument).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { ArnEquals: { 'aws:SourceArn': rule?.attributes.Arn } },
          }),
        ]),
      });
    },
  );
});

describe('a mail that comes back', () => {
  it('is told by its configuration set to the bus, and by a rule to what tells people, with nothing of other stages', () => {
    const [set] = synth.assembly.ofType('AWS::SES::ConfigurationSet');
    const [destination] = synth.assembly.ofType('AWS::SES::ConfigurationSetEventDestination');
    expect(destination?.properties).toMatchObject({
      ConfigurationSetName: set?.id,
      EventDestination: { Enabled: true, MatchingEventTypes: ['BOUNCE', 'COMPLAINT'] },
    });
    const [rule] = synth.assembly
      .ofType('AWS::Events::Rule')
      .filter(({ properties }) => properties.EventPattern !== undefined);
    expect(rule?.properties.EventPattern).toMatchObject({
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [set?.id] } } },
    });
    expect(rule?.properties.Targets).toMatchObject([
      { Arn: sources().get('queue-inbox-jobs')?.EventSourceArn },
    ]);
    const sending = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda))
      .filter(({ MAIL_FROM }) => MAIL_FROM !== undefined);
    expect(sending.length).toBeGreaterThan(5);
    for (const { MAIL_CONFIGURATION_SET, POWERTOOLS_SERVICE_NAME } of sending)
      expect(MAIL_CONFIGURATION_SET, POWERTOOLS_SERVICE_NAME).toBe(set?.id);
  });
});
