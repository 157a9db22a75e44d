import { describe, expect, it } from 'vitest';
import { StageParameters } from '#infra/config/stage';
import type { Resource } from '#infra/local/assembly/model';
import { PRODUCTION, synthesized } from './synthesized';

const synth = await synthesized();

const bundleOf = (lambda: Resource | undefined) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '';

describe('concurrency', () => {
  it('is set aside for what visitors wait for, and bounds what each of their page views calls', () => {
    const reserved = synth.assembly
      .ofType('AWS::Lambda::Function')
      .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
      .map((lambda) => [bundleOf(lambda), lambda.properties.ReservedConcurrentExecutions]);
    expect(Object.fromEntries(reserved)).toEqual({
      'http-beacon': 200,
      'http-messages': 30,
      'http-widget': 70,
      'queue-failed-answers': 20,
      'socket-answer': 300,
      'socket-connect': 50,
      'socket-disconnect': 20,
      'socket-message': 100,
    });
  });

  it('of what works on queues has a maximum, which is no more than what is reserved for it', () => {
    const maximum = synth.assembly
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => String(properties.EventSourceArn).startsWith('arn:aws:sqs:'))
      .map(({ properties }) => [
        bundleOf(synth.lambda(properties.FunctionName)),
        (properties.ScalingConfig as { MaximumConcurrency: number } | undefined)?.MaximumConcurrency,
      ]);
    expect(Object.fromEntries(maximum)).toEqual({
      'queue-bot-jobs': 10,
      'queue-account-jobs': 5,
      'queue-exports': 5,
      'queue-failed-answers': 20,
      'queue-failed-changes': 2,
      'queue-inbox-jobs': 10,
      'queue-analytics': 5,
      'queue-visits': 2,
      'queue-health-checks': 2,
      'queue-index-jobs': 10,
      'queue-ingest': 20,
      'queue-reconcile': 2,
      'queue-sites': 10,
      'queue-upload-deadlines': 5,
      'queue-upload-router': 5,
      'queue-webhooks': 10,
    });
  });

  it('is as the stage says, and one number of several is enough', () => {
    const { reservedConcurrency, maximumConcurrency } = StageParameters.parse({
      ...PRODUCTION,
      reservedConcurrency: { answer: 30, disconnect: 0 },
      maximumConcurrency: { ingest: 2 },
    });
    expect(reservedConcurrency).toMatchObject({ answer: 30, disconnect: 0, widget: 70 });
    expect(maximumConcurrency).toMatchObject({ ingest: 2, sites: 10 });
    // SQS takes no less than two.
    expect(StageParameters.safeParse({ ...PRODUCTION, maximumConcurrency: { ingest: 1 } }).success).toBe(
      false,
    );
  });
});
