import { randomUUID } from 'node:crypto';
import type { Clock } from '#infra/local/runtime/clock';
import { nextRun } from './definition';
import {
  type Delivery,
  keyOf,
  putDelivery,
  putSchedule,
  removeDelivery,
  removeSchedule,
  type Store,
  type StoredSchedule,
} from './store';

export interface RunnerOptions {
  readonly store: Store;
  readonly clock: Clock;
  arnOf(scheduleKey: string): string;
  /** Sends to a queue; throws when it does not take the message. */
  send(queueArn: string, body: string, options: { readonly groupId?: string }): Promise<void>;
  /** Why a target can't be reached at all, whenever it is tried; undefined where it can. */
  obstacle(target: Delivery['target']): string | undefined;
  log(line: string): void;
}

/** Longest that a timer of Node waits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Runs what is due, in the order of its times: each occurrence is written down before it is sent, so none is lost. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#unsubscribe = options.clock.onMove(() => this.wake());
  }

  /**
   * Begins. Of what recurred while nothing ran, the last occurrence is made up for: a laptop is off at night, and
   * AWS never is.
   */
  start(): void {
    const { store, clock } = this.#options;
    const now = clock.now();
    for (const schedule of store.schedules()) {
      if (schedule.nextAt === null || schedule.nextAt >= now) continue;
      let last = schedule.nextAt;
      for (
        let next = following(schedule, last);
        next !== null && next <= now;
        next = following(schedule, last)
      )
        last = next;
      if (last !== schedule.nextAt) store.commit(putSchedule({ ...schedule, nextAt: last }));
    }
    this.wake();
  }

  /** Looks what is due now, and when something will be. */
  wake(): void {
    if (this.#stopped) return;
    this.#running = this.#running
      .then(() => this.#run())
      .catch((error: Error) => this.#options.log(error.stack ?? error.message));
  }

  /** Resolves when all that is due has been sent or has failed. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    for (let due = this.#earliest(); due && !this.#stopped; due = this.#earliest()) {
      const wait = due.at - this.#options.clock.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.wake(), Math.min(wait, LONGEST_WAIT_MS));
        return;
      }
      await due.run();
    }
  }

  #earliest(): { readonly at: number; run(): Promise<void> | void } | undefined {
    const { store } = this.#options;
    const due = [
      // First what is written down already.
      ...store.deliveries().map((delivery) => ({ at: delivery.dueAt, run: () => this.#deliver(delivery) })),
      ...store
        .schedules()
        .flatMap((schedule) =>
          schedule.nextAt === null ? [] : [{ at: schedule.nextAt, run: () => this.#occur(schedule) }],
        ),
    ];
    return due.reduce<(typeof due)[number] | undefined>(
      (first, other) => (first && first.at <= other.at ? first : other),
      undefined,
    );
  }

  #occur(schedule: StoredSchedule): void {
    const { nextAt, definition } = schedule;
    if (nextAt === null) return;
    this.#options.store.commit(
      putSchedule({ ...schedule, nextAt: following(schedule, nextAt) }),
      putDelivery({
        id: randomUUID(),
        schedule: keyOf(schedule),
        scheduledAt: nextAt,
        target: definition.Target,
        failures: 0,
        dueAt: nextAt,
      }),
    );
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { store, clock, obstacle } = this.#options;
    const { Arn, SqsParameters, RetryPolicy } = delivery.target;
    const hopeless = obstacle(delivery.target);
    if (hopeless !== undefined) return this.#giveUp(delivery, hopeless);
    try {
      const groupId = SqsParameters?.MessageGroupId;
      await this.#options.send(Arn, this.#inputOf(delivery), groupId === undefined ? {} : { groupId });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failures = delivery.failures + 1;
      const dueAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
      const isTooOld = dueAt - delivery.scheduledAt > RetryPolicy.MaximumEventAgeInSeconds * 1000;
      if (failures > RetryPolicy.MaximumRetryAttempts || isTooOld) return this.#giveUp(delivery, reason);
      return store.commit(putDelivery({ ...delivery, failures, dueAt }));
    }
    this.#end(delivery);
  }

  async #giveUp(delivery: Delivery, reason: string): Promise<void> {
    const deadLetters = delivery.target.DeadLetterConfig?.Arn;
    this.#options.log(`${delivery.schedule}: ${delivery.target.Arn} took no message: ${reason}`);
    if (deadLetters !== undefined) {
      try {
        await this.#options.send(deadLetters, this.#inputOf(delivery), {});
      } catch (error) {
        this.#options.log(`${delivery.schedule}: nor did ${deadLetters}: ${(error as Error).message}`);
      }
    }
    this.#end(delivery);
  }

  /** A schedule that has run for the last time goes with its last message, if it is to. */
  #end({ id, schedule: key }: Delivery): void {
    const { store } = this.#options;
    const schedule = store.schedule(key);
    const isLast =
      schedule?.nextAt === null &&
      schedule.definition.State === 'ENABLED' &&
      !store.deliveries().some((other) => other.schedule === key && other.id !== id);
    store.commit(
      removeDelivery(id),
      ...(isLast && schedule?.definition.ActionAfterCompletion === 'DELETE' ? [removeSchedule(key)] : []),
    );
  }

  /** The message, with what it asks to be told of its own invocation. */
  #inputOf({ id, schedule, scheduledAt, target, failures }: Delivery): string {
    const told: Readonly<Record<string, string>> = {
      'schedule-arn': this.#options.arnOf(schedule),
      'scheduled-time': `${new Date(scheduledAt).toISOString().slice(0, 19)}Z`,
      'execution-id': id,
      'attempt-number': String(failures + 1),
    };
    return (target.Input ?? '{}').replace(/<aws\.scheduler\.([a-z-]+)>/g, (text, name) => told[name] ?? text);
  }
}

function following({ definition, createdAt }: StoredSchedule, occurrence: number): number | null {
  return nextRun(definition, occurrence + 1, createdAt);
}
