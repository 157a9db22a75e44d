import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Queues } from '#infra/local/runtime/ports';
import type { LocalContext, Principal } from '#infra/local/service';
import type { Bucket, QueueConfiguration } from './buckets';
import type { Catalog, ObjectVersion, Operation } from './catalog';

/** What happened to an object, as configurations name it behind `s3:`. */
export type EventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Post'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'
  | 'ObjectRemoved:DeleteMarkerCreated';

const BATCH = 50;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Event notifications. A notice is committed with the change it tells of and forgotten when its queue has it: a
 * kill in between makes it come twice, as S3 may, never not at all.
 */
export class Notifications {
  private stopping = false;
  private running: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly context: LocalContext,
    private readonly catalog: Catalog,
    private readonly queues: Pick<Queues, 'send'>,
    private readonly now: () => number,
  ) {}

  /** What is to be committed with a change so that those who asked are told of it. */
  noticesOf(bucket: Bucket, eventName: EventName, version: ObjectVersion, principal: Principal): Operation[] {
    return bucket.notifications
      .filter((configuration) => concerns(configuration, eventName, version.key))
      .map((configuration) => {
        const record = this.record(bucket, eventName, version, principal, configuration);
        return this.catalog.notice({
          queueArn: configuration.Queue,
          body: JSON.stringify({ Records: [record] }),
        });
      });
  }

  /** As S3 does when a configuration is set: tries each queue with a test message. */
  async configure(buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of buckets) {
      if (isDeepStrictEqual(this.catalog.configuration(bucket.name) ?? [], bucket.notifications)) continue;
      const tests = bucket.notifications.map(({ Queue }) =>
        this.catalog.notice({
          queueArn: Queue,
          body: JSON.stringify({
            Service: 'Amazon S3',
            Event: 's3:TestEvent',
            Time: new Date(this.now()).toISOString(),
            Bucket: bucket.name,
            RequestId: requestId(),
            HostId: requestId(),
          }),
        }),
      );
      await this.catalog.commit([
        ...tests,
        this.catalog.storeConfiguration(bucket.name, bucket.notifications),
      ]);
    }
  }

  /** Sends what is waiting, in the background. */
  deliver(): void {
    this.again = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.again && !this.stopping) this.deliver();
    });
  }

  /** Resolves when nothing waits any more. */
  async delivered(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    let wait = FIRST_RETRY_MS;
    while (!this.stopping) {
      this.again = false;
      const waiting = await this.catalog.oldestNotices(BATCH);
      if (waiting.length === 0) return;
      try {
        for (const { id, notice } of waiting) {
          await this.queues.send(notice.queueArn, notice.body);
          await this.catalog.forgetNotice(id);
        }
        wait = FIRST_RETRY_MS;
      } catch (error) {
        this.context.log(`s3: a notification could not be sent, trying again: ${error}`);
        await this.pause(wait);
        wait = Math.min(2 * wait, LAST_RETRY_MS);
      }
    }
  }

  private async pause(ms: number): Promise<void> {
    const step = 50;
    for (let waited = 0; waited < ms && !this.stopping; waited += step) {
      await new Promise((resolve) => setTimeout(resolve, step));
    }
  }

  private record(
    bucket: Bucket,
    eventName: EventName,
    { key, versionId, content, sequencer, lastModified }: ObjectVersion,
    principal: Principal,
    configuration: QueueConfiguration,
  ): object {
    const { region, accountId } = this.context;
    return {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: region,
      eventTime: new Date(lastModified).toISOString(),
      eventName,
      userIdentity: { principalId: `AWS:${principal.arn.slice(principal.arn.lastIndexOf('/') + 1)}` },
      requestParameters: { sourceIPAddress: '127.0.0.1' },
      responseElements: { 'x-amz-request-id': requestId(), 'x-amz-id-2': requestId() },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: `${configuration.Event}/${configuration.Queue}`,
        bucket: { name: bucket.name, ownerIdentity: { principalId: accountId }, arn: bucket.arn },
        object: {
          key: encodeKey(key),
          ...(content && { size: content.size, eTag: content.etag.replaceAll('"', '') }),
          ...(bucket.versioned && { versionId }),
          sequencer: sequencer.toUpperCase(),
        },
      },
    };
  }
}

export function requestId(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

function concerns({ Event, Filter }: QueueConfiguration, eventName: EventName, key: string): boolean {
  const name = `s3:${eventName}`;
  const isMeant = Event.endsWith('*') ? name.startsWith(Event.slice(0, -1)) : name === Event;
  const rules = Filter?.S3Key.Rules ?? [];
  return (
    isMeant &&
    rules.every(({ Name, Value }) =>
      Name.toLowerCase() === 'prefix' ? key.startsWith(Value) : key.endsWith(Value),
    )
  );
}

/** As a form encodes it, slashes left: `a b/ü` is `a+b/%C3%BC`. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}
