import { describe, expect, it } from 'vitest';
import { synthesized } from './synthesized';

const synth = await synthesized();

const alarms = () => synth.assembly.ofType('AWS::CloudWatch::Alarm');
const on = (metric: string) => alarms().filter(({ properties }) => properties.MetricName === metric);

describe('an alarm', () => {
  it('tells when messages of a work queue wait too long, sooner where a visitor waits', () => {
    const work = synth.assembly
      .ofType('AWS::SQS::Queue')
      .filter(({ properties }) => properties.RedrivePolicy !== undefined)
      .map(({ attributes }) => attributes.QueueName ?? '');
    const ages = new Map(
      on('ApproximateAgeOfOldestMessage').map(({ properties }) => [
        (properties.Dimensions as { Value: string }[])[0]?.Value ?? '',
        properties.Threshold,
      ]),
    );
    expect([...ages.keys()].sort()).toEqual([...work].sort());
    const [failures = ''] = work.filter((name) => name.includes('AnswerFailures'));
    expect(ages.get(failures)).toBe(120);
    for (const [name, seconds] of ages) if (name !== failures) expect(seconds, name).toBe(1_800);
  });

  it('tells when the WebSocket API fails', () => {
    const api = synth.assembly
      .ofType('AWS::ApiGatewayV2::Api')
      .find(({ properties }) => properties.ProtocolType === 'WEBSOCKET');
    for (const metric of ['IntegrationError', 'ExecutionError'])
      expect(on(metric).map(({ properties }) => properties.Dimensions)).toEqual([
        [{ Name: 'ApiId', Value: api?.id }],
      ]);
  });

  it('tells when the edge answers with server errors, from where CloudFront keeps its metrics', () => {
    const [distribution] = synth.assembly.ofType('AWS::CloudFront::Distribution');
    const [alarm, ...others] = on('5xxErrorRate');
    expect(others).toEqual([]);
    expect(alarm?.region).toBe('us-east-1');
    expect(alarm?.properties).toMatchObject({
      Namespace: 'AWS/CloudFront',
      Dimensions: [
        { Name: 'DistributionId', Value: distribution?.id },
        { Name: 'Region', Value: 'Global' },
      ],
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    });
  });

  it('tells when many answers are written without the model, of those that it was asked for', () => {
    const [alarm] = alarms().filter(({ properties }) =>
      JSON.stringify(properties.Metrics ?? '').includes('AnswersWithoutModel'),
    );
    expect(alarm?.properties.Threshold).toBe(20);
    const metrics = alarm?.properties.Metrics as {
      Expression?: string;
      MetricStat?: { Metric: object };
    }[];
    expect(metrics.map(({ Expression }) => Expression).filter(Boolean)).toEqual([
      'IF(answers >= 20, 100 * without / answers, 0)',
    ]);
    expect(metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])).toEqual([
      expect.objectContaining({
        Namespace: 'Parley',
        MetricName: 'Answers',
        Dimensions: [{ Name: 'stage', Value: 'production' }],
      }),
      expect.objectContaining({ MetricName: 'AnswersWithoutModel' }),
    ]);
  });

  it('tells when first words, or calls, take too long, and when an index refuses', () => {
    expect(on('AnswerFirstText').map(({ properties }) => properties)).toMatchObject([
      { ExtendedStatistic: 'p95', Threshold: 10_000, Dimensions: [{ Name: 'stage', Value: 'production' }] },
    ]);
    expect(on('Latency').map(({ properties }) => properties)).toMatchObject([
      { ExtendedStatistic: 'p95', Threshold: 3_000, EvaluationPeriods: 3 },
    ]);
    const indexes = on('WriteThrottleEvents').flatMap(({ properties }) =>
      (properties.Dimensions as { Name: string; Value: string }[]).filter(
        ({ Name }) => Name === 'GlobalSecondaryIndexName',
      ),
    );
    expect(indexes.map(({ Value }) => Value)).toEqual(['gsi1', 'gsi2']);
    // And of the table itself.
    expect(on('WriteThrottleEvents')).toHaveLength(3);
  });

  it('tells when the embedding model does not answer, and search goes by words alone', () => {
    expect(on('EmbeddingsFailed').map(({ properties }) => properties)).toMatchObject([
      { Threshold: 10, Dimensions: [{ Name: 'stage', Value: 'production' }] },
    ]);
  });

  it('tells before AWS stops mail for bounces or complaints', () => {
    expect(on('Reputation.BounceRate').map(({ properties }) => properties.Threshold)).toEqual([0.04]);
    expect(on('Reputation.ComplaintRate').map(({ properties }) => properties.Threshold)).toEqual([0.0008]);
  });

  it('tells before the concurrency of the account is used up', () => {
    expect(on('ClaimedAccountConcurrency').map(({ properties }) => properties.Threshold)).toEqual([800]);
  });
});

describe('what the account costs', () => {
  it('is told to the alarm address at 80 per cent of the budget, over it, and when it is going to be', () => {
    const [budget, ...others] = synth.assembly.ofType('AWS::Budgets::Budget');
    expect(others).toEqual([]);
    expect(budget?.properties).toMatchObject({
      Budget: { TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 200, Unit: 'USD' } },
    });
    const told = budget?.properties.NotificationsWithSubscribers as {
      Notification: { NotificationType: string; Threshold: number };
      Subscribers: object[];
    }[];
    expect(
      told.map(({ Notification: { NotificationType, Threshold } }) => [NotificationType, Threshold]),
    ).toEqual([
      ['ACTUAL', 80],
      ['ACTUAL', 100],
      ['FORECASTED', 100],
    ]);
    for (const { Subscribers } of told)
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: 'operations@parley.example' }]);
  });
});
