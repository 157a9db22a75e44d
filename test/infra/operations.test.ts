import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { RUNBOOK } from '#infra/config/runbook';
import { ParleyFunction } from '#infra/constructs/parley-function';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { PRODUCTION, standInBundles, synthesized } from './synthesized';

const synth = await synthesized();

const alarms = (metric: string) =>
  synth.assembly
    .ofType('AWS::CloudWatch::Alarm')
    .filter(({ properties: { MetricName } }) => MetricName === metric);
const watched = (metric: string, dimension: string) =>
  alarms(metric)
    .map(({ properties }) => properties.Dimensions as { Name: string; Value: string }[])
    .flatMap((dimensions) => dimensions.filter(({ Name }) => Name === dimension).map(({ Value }) => Value))
    .sort();

describe('alarms', () => {
  it('tell of every message that failed for good', () => {
    const dead = synth.assembly
      .ofType('AWS::SQS::Queue')
      .filter(({ logicalId }) => /DeadLetters/.test(logicalId))
      .map(({ attributes }) => attributes.QueueName);
    expect(watched('ApproximateNumberOfMessagesVisible', 'QueueName')).toEqual([...dead].sort());
    for (const { properties } of alarms('ApproximateNumberOfMessagesVisible'))
      expect(properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
  });

  it.each(['Errors', 'Throttles'])('tell of %s of every function', (metric) => {
    const functions = synth.assembly.ofType('AWS::Lambda::Function').map(({ id }) => id);
    expect(watched(metric, 'FunctionName')).toEqual([...functions].sort());
  });

  it('tell when the stream is followed too late, the table refuses, the API fails, and mails bounce', () => {
    const readers = synth.assembly
      .ofType('AWS::Lambda::Function')
      .filter((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME?.startsWith('stream-'))
      .map(({ id }) => id);
    expect(watched('IteratorAge', 'FunctionName')).toEqual(readers.sort());
    for (const metric of ['ReadThrottleEvents', '5xx', 'Reputation.BounceRate'])
      expect(alarms(metric), metric).toHaveLength(1);
  });

  it('reach a person, once for all that take the same thing to do', () => {
    for (const stack of ['ops', 'global-ops'] as const) {
      const inStack = (type: string) =>
        synth.assembly.ofType(type).filter((resource) => resource.stack === `parley-production-${stack}`);
      const [topic, ...others] = inStack('AWS::SNS::Topic');
      expect(others).toEqual([]);
      const groups = inStack('AWS::CloudWatch::CompositeAlarm');
      for (const { logicalId, properties } of groups) {
        expect(properties.AlarmActions, logicalId).toEqual([topic?.id]);
        expect(Object.values(RUNBOOK), logicalId).toContain(properties.AlarmDescription);
        // CloudWatch takes as much.
        expect(String(properties.AlarmRule).length, logicalId).toBeLessThan(10_240);
      }
      const rules = groups.map(({ properties }) => String(properties.AlarmRule)).join();
      const raised = inStack('AWS::CloudWatch::Alarm');
      expect(raised.length, stack).toBeGreaterThan(0);
      for (const { logicalId, attributes, properties } of raised) {
        expect(rules, logicalId).toContain(`ALARM("${attributes.Arn}")`);
        expect(properties.AlarmActions, logicalId).toBeUndefined();
      }
      synth.template(stack).hasResourceProperties('AWS::SNS::Subscription', {
        Protocol: 'email',
        Endpoint: 'operations@parley.example',
      });
    }
  });

  it('are encrypted under a key that CloudWatch may use, for this account', () => {
    for (const stack of ['ops', 'global-ops'] as const) {
      synth.template(stack).hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
      synth.template(stack).hasResourceProperties('AWS::KMS::Key', {
        EnableKeyRotation: true,
        KeyPolicy: Match.objectLike({
          Statement: Match.arrayWith([
            Match.objectLike({
              Principal: { Service: 'cloudwatch.amazonaws.com' },
              Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
              Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
            }),
          ]),
        }),
      });
    }
  });

  it('hold nothing fast: what they watch may go without asking them', () => {
    for (const stack of ['ops', 'global-ops'] as const)
      expect(JSON.stringify(synth.template(stack).toJSON())).not.toContain('Fn::ImportValue');
  });
});

describe('the dashboard', () => {
  it('shows answers, functions, queues, the stream and the table of the stage', () => {
    const [dashboard, ...others] = synth.assembly.ofType('AWS::CloudWatch::Dashboard');
    expect(others).toEqual([]);
    const { widgets } = JSON.parse(String(dashboard?.properties.DashboardBody)) as {
      widgets: { properties: { metrics: [namespace: string, name: string, ...unknown[]][] } }[];
    };
    const shown = widgets.map(({ properties }) => [
      ...new Set(properties.metrics.map(([namespace, name]) => `${namespace} ${name}`)),
    ]);
    expect(shown).toEqual([
      ['Parley Answers', 'Parley AnswersWithoutModel', 'Parley Abstentions'],
      ['Parley AnswerFirstText', 'AWS/Lambda Duration'],
      ['Parley ModelBudgetUsed'],
      ['AWS/ApiGateway Count', 'AWS/ApiGateway 5xx'],
      ['AWS/ApiGateway Latency'],
      ['AWS/Lambda Errors'],
      ['AWS/SQS ApproximateAgeOfOldestMessage'],
      ['AWS/Lambda IteratorAge'],
      [
        'AWS/DynamoDB ConsumedWriteCapacityUnits',
        'AWS/DynamoDB ConsumedReadCapacityUnits',
        'AWS/DynamoDB WriteThrottleEvents',
      ],
    ]);
  });
});

describe('X-Ray', () => {
  const bundleOf = (lambda: Parameters<typeof synth.environment>[0]) =>
    synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '';

  it('follows a message from its arrival to its answer, and what no visitor waits for it does not', () => {
    const traced = synth.assembly
      .ofType('AWS::Lambda::Function')
      .filter(
        ({ properties }) => (properties.TracingConfig as { Mode?: string } | undefined)?.Mode === 'Active',
      );
    expect(traced.map(bundleOf).sort()).toEqual([
      'http-messages',
      'queue-failed-answers',
      'socket-answer',
      'socket-message',
    ]);
  });

  it('is told by those functions alone, and asked nothing', () => {
    const telling = Object.values(synth.template('api').findResources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) =>
        (Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[])
          .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('xray:')))
          .map(({ Action, Resource }) => ({ Action: [Action].flat().sort(), Resource })),
    );
    expect(telling).toEqual(
      Array(4).fill({ Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' }),
    );
  });

  it('follows nothing on a stage that does not want it', async () => {
    const folder = temporaryFolder();
    const context = { bundles: await standInBundles(folder) };
    const answering = (tracing: boolean) => {
      const stack = new Stack(new App({ context }), 'Traced');
      const stage = { ...PRODUCTION, tracing };
      const own = { bundle: 'socket-answer', description: 'Answers', traced: true } as const;
      new ParleyFunction(stack, 'Answer', { stage, ...own });
      return JSON.stringify(Template.fromStack(stack).toJSON());
    };
    expect(answering(true)).toMatch(/xray:PutTraceSegments/);
    expect(answering(false)).not.toMatch(/xray|TracingConfig/);
  });
});

describe('logs', () => {
  it('of functions and APIs expire as the stage says', () => {
    const groups = synth.assembly.ofType('AWS::Logs::LogGroup');
    // Of each function, of both APIs and of both firewalls.
    expect(groups).toHaveLength(synth.assembly.ofType('AWS::Lambda::Function').length + 4);
    for (const { logicalId, properties } of groups) expect(properties.RetentionInDays, logicalId).toBe(30);
  });

  it('are structured, of a runtime of Node 22 or newer', () => {
    for (const { logicalId, properties } of synth.assembly.ofType('AWS::Lambda::Function')) {
      expect(properties.LoggingConfig, logicalId).toMatchObject({ LogFormat: 'JSON' });
      expect(
        Number(/^nodejs(\d+)\.x$/.exec(String(properties.Runtime))?.[1]),
        logicalId,
      ).toBeGreaterThanOrEqual(22);
      expect(properties.Architectures, logicalId).toEqual(['arm64']);
    }
  });
});
