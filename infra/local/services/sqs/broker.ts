import { randomUUID } from 'node:crypto';
import { type QueueDefinition, queueName } from './definition';
import { invalidHandle, invalidParameter, notInFlight, queueDoesNotExist } from './errors';
import { Journal } from './journal';
import { type Attributes, type Delivery, isInFlight, type Message, md5, readHandle } from './message';
import { DEDUPLICATION_MS, Queue, type Recent } from './queue';

/** What the journal tells. */
type Entry =
  | { readonly op: 'put'; readonly queue: string; readonly message: Message }
  | { readonly op: 'deliver'; readonly queue: string; readonly id: string; readonly delivery: Delivery }
  | { readonly op: 'drop'; readonly queue: string; readonly id: string }
  | { readonly op: 'recent'; readonly queue: string; readonly key: string; readonly sent: Recent };

export interface Sending {
  readonly body: string;
  readonly sender: string;
  readonly attributes?: Attributes;
  readonly systemAttributes?: Attributes;
  readonly delaySeconds?: number | undefined;
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
}

export interface Sent {
  readonly messageId: string;
  readonly sequence: string | undefined;
}

export interface Receiving {
  readonly max: number;
  readonly waitMs: number;
  readonly visibilitySeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly inProcess?: boolean;
}

/** Journals shorter than this are not worth rewriting. */
const COMPACT_AFTER = 2_000;
/** Timers count in 31 bits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** All queues with their journal. Every change is journalled first and applied then, live as on replay. */
export class Broker {
  private readonly queues: ReadonlyMap<string, Queue>;
  private readonly waiting = new Map<string, Set<() => void>>();
  /** Entries of queues that the template doesn't have any more: kept for the case that it gets them back. */
  private readonly orphans: Entry[] = [];
  private readonly journal: Journal<Entry>;
  private lastSequence = 0n;
  private closed = false;

  constructor(
    file: string,
    definitions: readonly QueueDefinition[],
    private readonly now: () => number,
  ) {
    this.queues = new Map(definitions.map((definition) => [definition.name, new Queue(definition)]));
    this.journal = Journal.open<Entry>(file, (entry) => this.apply(entry));
    this.releaseInProcess();
    this.compact();
  }

  get all(): readonly Queue[] {
    return [...this.queues.values()];
  }

  /** A queue by its ARN, URL or name. */
  queue(reference: string): Queue {
    const queue = this.queues.get(queueName(reference));
    if (!queue) throw queueDoesNotExist();
    return queue;
  }

  /** Messages that wait or are in work. */
  depth(reference: string): number {
    const { visible, inFlight } = this.queue(reference).counts(this.now());
    return visible + inFlight;
  }

  send(queue: Queue, sending: Sending): Sent {
    const { definition } = queue;
    const now = this.now();
    const deduplicationId =
      sending.deduplicationId ?? (definition.ContentBasedDeduplication ? md5(sending.body) : undefined);
    const key = definition.FifoQueue ? deduplicationKey(definition, sending.groupId, deduplicationId) : '';
    const duplicate = key === '' ? undefined : queue.recent.get(key);
    if (duplicate && duplicate.until > now) {
      return { messageId: duplicate.messageId, sequence: duplicate.sequence };
    }
    const delay = definition.FifoQueue
      ? definition.DelaySeconds
      : (sending.delaySeconds ?? definition.DelaySeconds);
    const sequence = definition.FifoQueue ? this.nextSequence(now) : undefined;
    const message: Message = {
      id: randomUUID(),
      body: sending.body,
      attributes: sending.attributes ?? {},
      systemAttributes: sending.systemAttributes ?? {},
      sender: sending.sender,
      sentAt: now,
      ...(sending.groupId !== undefined && { groupId: sending.groupId }),
      ...(deduplicationId !== undefined && { deduplicationId }),
      ...(sequence !== undefined && { sequence }),
      delivery: { receives: 0, visibleAt: now + delay * 1000 },
    };
    const put: Entry = { op: 'put', queue: definition.name, message };
    if (sequence === undefined || key === '') this.commit(put);
    else {
      const sent = { messageId: message.id, sequence, until: now + DEDUPLICATION_MS };
      this.commit(put, { op: 'recent', queue: definition.name, key, sent });
    }
    this.wake(queue);
    return { messageId: message.id, sequence };
  }

  /** Messages, as soon as there are any; none when the time is over or the signal aborts. */
  async receive(queue: Queue, receiving: Receiving): Promise<Message[]> {
    const end = performance.now() + receiving.waitMs;
    for (;;) {
      if (this.closed || receiving.signal?.aborted) return [];
      const taken = this.take(queue, receiving);
      const left = end - performance.now();
      if (taken.length > 0 || left <= 0) return taken;
      await this.change(queue, left, receiving.signal);
    }
  }

  /** A stale handle deletes nothing and is no error, as on AWS. */
  delete(queue: Queue, handle: string): void {
    const named = readHandle(handle);
    if (!named) throw invalidHandle();
    const message = queue.messages.get(named.id);
    if (!message || message.delivery.receives !== named.receives) return;
    if (queue.definition.FifoQueue && !isInFlight(message, this.now())) {
      throw invalidParameter('The receipt handle has expired.');
    }
    this.commit({ op: 'drop', queue: queue.definition.name, id: message.id });
    this.wake(queue);
  }

  changeVisibility(queue: Queue, handle: string, seconds: number): void {
    const named = readHandle(handle);
    if (!named) throw invalidHandle();
    const now = this.now();
    const message = queue.messages.get(named.id);
    if (!message || message.delivery.receives !== named.receives || !isInFlight(message, now)) {
      throw notInFlight();
    }
    const delivery = { ...message.delivery, visibleAt: now + seconds * 1000 };
    this.commit({ op: 'deliver', queue: queue.definition.name, id: message.id, delivery });
    this.wake(queue);
  }

  purge(queue: Queue): void {
    const name = queue.definition.name;
    this.commit(...[...queue.messages.keys()].map((id): Entry => ({ op: 'drop', queue: name, id })));
  }

  /** Moves what is visible in a dead-letter queue to another queue, or back to where each came from. */
  redrive(source: Queue, destination: Queue | undefined): number {
    const now = this.now();
    const entries: Entry[] = [];
    for (const message of source.messages.values()) {
      const target = destination ?? this.queues.get(queueName(message.deadFrom ?? ''));
      if (!target || message.delivery.visibleAt > now) continue;
      const { deadFrom: _, ...rest } = message;
      // As on AWS a redriven message is a new one.
      const fresh = { ...rest, id: randomUUID(), sentAt: now, delivery: { receives: 0, visibleAt: now } };
      entries.push({ op: 'drop', queue: source.definition.name, id: message.id });
      entries.push({ op: 'put', queue: target.definition.name, message: fresh });
    }
    this.commit(...entries);
    for (const queue of this.queues.values()) this.wake(queue);
    return entries.length / 2;
  }

  close(): void {
    this.closed = true;
    for (const queue of this.queues.values()) this.wake(queue);
    this.journal.close();
  }

  private take(queue: Queue, { max, visibilitySeconds, inProcess = false }: Receiving): Message[] {
    const now = this.now();
    const { name, VisibilityTimeout, RedrivePolicy: redrive } = queue.definition;
    this.commit(...queue.expired(now).map(({ id }): Entry => ({ op: 'drop', queue: name, id })));
    for (;;) {
      const chosen = queue.choose(max, now);
      const dead = redrive
        ? chosen.filter(({ delivery }) => delivery.receives >= redrive.maxReceiveCount)
        : [];
      if (redrive && dead.length > 0) {
        this.bury(queue, dead, redrive.deadLetterTargetArn, now);
        continue;
      }
      const visibleAt = now + (visibilitySeconds ?? VisibilityTimeout) * 1000;
      const entries = chosen.map(({ id, delivery }): Entry & { op: 'deliver' } => ({
        op: 'deliver',
        queue: name,
        id,
        delivery: {
          receives: delivery.receives + 1,
          visibleAt,
          firstReceivedAt: delivery.firstReceivedAt ?? now,
          ...(inProcess && { inProcess }),
        },
      }));
      this.commit(...entries);
      return entries.flatMap(({ id }) => queue.messages.get(id) ?? []);
    }
  }

  private bury(queue: Queue, dead: readonly Message[], targetArn: string, now: number): void {
    const { name, arn } = queue.definition;
    const target = this.queue(targetArn);
    this.commit(
      ...dead.flatMap((message): Entry[] => [
        { op: 'drop', queue: name, id: message.id },
        {
          op: 'put',
          queue: target.definition.name,
          message: { ...message, deadFrom: arn, delivery: { receives: 0, visibleAt: now } },
        },
      ]),
    );
    this.wake(target);
  }

  private commit(...entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.journal.append(entries);
    for (const entry of entries) this.apply(entry);
    this.compact();
  }

  private apply(entry: Entry): void {
    const queue = this.queues.get(entry.queue);
    if (!queue) {
      this.orphans.push(entry);
      return;
    }
    switch (entry.op) {
      case 'put':
        queue.messages.set(entry.message.id, entry.message);
        break;
      case 'deliver': {
        const message = queue.messages.get(entry.id);
        if (message) queue.messages.set(entry.id, { ...message, delivery: entry.delivery });
        break;
      }
      case 'drop':
        queue.messages.delete(entry.id);
        break;
      case 'recent':
        queue.recent.set(entry.key, entry.sent);
        break;
    }
  }

  /** What functions of this process had in work when it ended is nobody's any more: no need to wait for its time-out. */
  private releaseInProcess(): void {
    const now = this.now();
    for (const { definition, messages } of this.queues.values()) {
      for (const { id, delivery } of messages.values()) {
        if (!delivery.inProcess || delivery.visibleAt <= now) continue;
        this.commit({
          op: 'deliver',
          queue: definition.name,
          id,
          delivery: { ...delivery, visibleAt: now, inProcess: false },
        });
      }
    }
  }

  private compact(): void {
    const live = this.all.reduce((sum, { messages, recent }) => sum + messages.size + recent.size, 0);
    if (this.journal.length > COMPACT_AFTER + 4 * live) this.journal.rewrite(this.entries());
  }

  private *entries(): Iterable<Entry> {
    const now = this.now();
    yield* this.orphans;
    for (const { definition, messages, recent } of this.queues.values()) {
      for (const message of messages.values()) yield { op: 'put', queue: definition.name, message };
      for (const [key, sent] of recent) {
        if (sent.until > now) yield { op: 'recent', queue: definition.name, key, sent };
        else recent.delete(key);
      }
    }
  }

  /** 20 digits that grow also over restarts, since they start at the time of day. */
  private nextSequence(now: number): string {
    const byTime = BigInt(now) * 1_000_000n;
    this.lastSequence = byTime > this.lastSequence ? byTime : this.lastSequence + 1n;
    return String(this.lastSequence).padStart(20, '0');
  }

  /** Resolves when there may be something new to receive. */
  private change(queue: Queue, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const now = this.now();
    const untilVisible = (queue.nextVisible(now) ?? Number.POSITIVE_INFINITY) - now;
    return new Promise((resolve) => {
      const waiting = this.waiting.get(queue.definition.name) ?? new Set();
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(waitMs, untilVisible, LONGEST_WAIT_MS));
      this.waiting.set(queue.definition.name, waiting.add(done));
      signal?.addEventListener('abort', done);
    });
  }

  private wake({ definition }: Queue): void {
    for (const done of [...(this.waiting.get(definition.name) ?? [])]) done();
  }
}

function deduplicationKey(
  { DeduplicationScope }: QueueDefinition,
  groupId: string | undefined,
  deduplicationId: string | undefined,
): string {
  return JSON.stringify([DeduplicationScope === 'queue' ? '' : groupId, deduplicationId]);
}
