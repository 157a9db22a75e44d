import type { Assembly } from '#infra/local/assembly/model';
import { openRecords, type Records } from '#infra/local/runtime/records';
import type { Functions } from '../lambda/functions';
import type { Objects, Queues, Streams } from '../ports';
import { QueueMapping, QueueSource } from './queue-source';
import { StreamMapping } from './stream-mapping';
import { StreamSource } from './stream-source';

export interface EventSourcesOptions {
  readonly assembly: Assembly;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly streams: Streams;
  /** Where batches go that a stream's reader gave up. */
  readonly objects: Objects;
  /** Where streams' checkpoints are kept. */
  readonly file: string;
  log(line: string): void;
}

/** All event source mappings of the assembly. */
export interface EventSources {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether no event waits or is in work in any source. */
  idle(): Promise<boolean>;
  /** Has what readers of streams gather in a window worked on at once. */
  endWindows(): void;
}

const CHECKPOINTS = 'checkpoints';

export function createEventSources(options: EventSourcesOptions): EventSources {
  const { assembly, functions, queues, streams, objects, log } = options;
  const queueSources: QueueSource[] = [];
  const streamSources: StreamSource[] = [];
  const queueArns: string[] = [];
  let records: Records | undefined;

  for (const { properties, logicalId, stack, region } of assembly.ofType('AWS::Lambda::EventSourceMapping')) {
    const arn = String(properties.EventSourceArn);
    const where = `AWS::Lambda::EventSourceMapping ${logicalId} in stack ${stack}`;
    if (!functions.nameOf(String(properties.FunctionName))) {
      throw new Error(`${where}: no function is named ${String(properties.FunctionName)}`);
    }
    if (arn.startsWith('arn:aws:sqs:')) {
      const mapping = QueueMapping.parse(properties);
      if (!mapping.Enabled) continue;
      queueArns.push(arn);
      queueSources.push(new QueueSource({ mapping, region, queues, functions, log }));
    } else if (arn.startsWith('arn:aws:dynamodb:')) {
      const mapping = StreamMapping.parse(properties);
      if (!mapping.Enabled) continue;
      const key = `${stack}/${logicalId}`;
      const checkpoint = {
        read: () =>
          records?.get<{ after?: string }>(CHECKPOINTS, key) as { after: string | undefined } | undefined,
        write: (after: string | undefined) =>
          records?.commit({ collection: CHECKPOINTS, key, value: { after } }),
      };
      streamSources.push(new StreamSource({ mapping, streams, functions, objects, checkpoint, log }));
    } else {
      throw new Error(`${where}: the event source ${arn} is of a kind that does not run locally`);
    }
  }

  return {
    async start() {
      records = openRecords(options.file);
      for (const source of streamSources) await source.start();
      for (const source of queueSources) source.start();
    },
    async stop() {
      await Promise.all([...queueSources, ...streamSources].map((source) => source.stop()));
      records?.close();
    },
    endWindows() {
      for (const source of streamSources) source.endWindows();
    },
    async idle() {
      if (queueArns.some((arn) => queues.depth(arn) > 0)) return false;
      for (const source of streamSources) if (!(await source.idle())) return false;
      return true;
    },
  };
}
