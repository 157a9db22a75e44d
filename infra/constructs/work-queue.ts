import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface WorkQueueProps {
  /** Time-out of the function that works on it. */
  readonly functionTimeout: Duration;
  /**
   * When a message whose function died is delivered again: longer than the function may take. AWS advises six times as
   * long, so that a mapping whose function is throttled has time to try again. A mapping that takes one message at a
   * time, and no more of them than may run at once, hardly needs that: people wait for its work.
   * @default six times the function's time-out
   */
  readonly redeliverAfter?: Duration;
  /** Where others know the queue by its ARN, which must not change. @default one that is made up */
  readonly queueName?: string;
  /** Deliveries before a message is a dead letter. @default 5 */
  readonly maxDeliveries?: number;
  /**
   * Age of its oldest message that is too much. A message that is held back counts from when it was sent.
   * @default 30 minutes
   */
  readonly lateAfter?: Duration;
}

/** A queue and where its dead letters go. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly lateAfter: Duration;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { functionTimeout, maxDeliveries = 5 } = props;
    this.lateAfter = props.lateAfter ?? Duration.minutes(30);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      ...(props.queueName !== undefined && { queueName: props.queueName }),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Shorter than the function's time-out would let SQS redeliver while it still works.
      visibilityTimeout: props.redeliverAfter ?? Duration.seconds(functionTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxDeliveries },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** Where what failed for good is kept for two weeks, until a person has looked at it. */
function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
