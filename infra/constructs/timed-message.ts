import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export interface TimedMessageProps {
  readonly description: string;
  readonly everyMinutes: number;
  readonly queue: Queue;
  readonly message: unknown;
}

/** A rule that sends the same message into a queue, every so many minutes. */
export function sendRegularly(scope: Construct, id: string, props: TimedMessageProps): void {
  const { description, everyMinutes, queue, message } = props;
  const rule = new CfnRule(scope, id, {
    description,
    scheduleExpression: `rate(${everyMinutes} ${everyMinutes === 1 ? 'minute' : 'minutes'})`,
    state: 'ENABLED',
    targets: [{ id: 'queue', arn: queue.queueArn, input: JSON.stringify(message) }],
  });
  letRuleSend(rule, queue);
}

export interface EventMessageProps {
  readonly description: string;
  readonly pattern: unknown;
  readonly queue: Queue;
  /** Of the message; the event's `detail` stands beside it. */
  readonly kind: string;
}

/** A rule that sends the detail of each event that matches into a queue. */
export function sendEvents(scope: Construct, id: string, props: EventMessageProps): void {
  const { description, pattern, queue, kind } = props;
  const rule = new CfnRule(scope, id, {
    description,
    eventPattern: pattern,
    state: 'ENABLED',
    targets: [
      {
        id: 'queue',
        arn: queue.queueArn,
        inputTransformer: {
          inputPathsMap: { detail: '$.detail' },
          inputTemplate: `{"kind":"${kind}","detail":<detail>}`,
        },
      },
    ],
  });
  letRuleSend(rule, queue);
}

function letRuleSend(rule: CfnRule, queue: Queue): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
    }),
  );
}
