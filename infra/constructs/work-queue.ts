import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface WorkQueueProps {
  /** Time-out of the function that works on it. */
  readonly functionTimeout: Duration;
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
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Six times the function's time-out: shorter lets SQS redeliver while we still work.
      visibilityTimeout: Duration.seconds(functionTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxDeliveries },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** Where what failed for good is kept for two weeks, until a person has looked at it. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
