import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Assembly } from '../assembly/model';
import type { Functions } from './lambda/functions';
import { TooManyRequests } from './lambda/pool';
import type { FunctionError, Outcome, Queues } from './ports';
import { openRecords, type Records } from './records';

export interface AsyncOptions {
  readonly assembly: Assembly;
  readonly functions: Functions;
  readonly queues: Queues;
  /** Where accepted events are kept until they ended. */
  readonly file: string;
  log(line: string): void;
  /** Waits between attempts; AWS waits one minute, then two. */
  readonly retryDelaysMs?: readonly number[];
}

/** Longest event that an asynchronous call takes, in bytes. */
export const MAX_ASYNC_EVENT_BYTES = 1024 * 1024;

const COLLECTION = 'invocations';
const RETRY_DELAYS_MS = [60_000, 120_000];
const THROTTLE_WAIT_MS = 1_000;

const InvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  MaximumEventAgeInSeconds: z.number().default(21_600),
  DestinationConfig: z
    .object({
      OnFailure: z.object({ Destination: z.string() }).optional(),
      OnSuccess: z.object({ Destination: z.string() }).optional(),
    })
    .default({}),
});
type InvokeConfig = z.infer<typeof InvokeConfig>;

const DeadLetter = z.object({ DeadLetterConfig: z.object({ TargetArn: z.string() }).optional() });

/** An accepted event: on disk until it ended, so that a kill loses none. */
interface Accepted {
  readonly requestId: string;
  readonly functionName: string;
  readonly event: string;
  readonly acceptedAt: number;
  /** Attempts begun. One that was open when the process died counts: the function may have done its work. */
  readonly attempts: number;
  readonly nextAt: number;
  readonly open: boolean;
}

/** Asynchronous invocations, as Lambda keeps, retries and gives them up. */
export class AsyncInvocations {
  readonly #options: AsyncOptions;
  readonly #configs = new Map<string, InvokeConfig>();
  readonly #deadLetters = new Map<string, string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #records: Records | undefined;
  #stopping = false;

  constructor(options: AsyncOptions) {
    this.#options = options;
    for (const { properties } of options.assembly.ofType('AWS::Lambda::EventInvokeConfig')) {
      const config = InvokeConfig.parse(properties);
      const name = options.functions.nameOf(config.FunctionName);
      if (name) this.#configs.set(name, config);
    }
    for (const resource of options.assembly.ofType('AWS::Lambda::Function')) {
      const { DeadLetterConfig } = DeadLetter.parse(resource.properties);
      if (DeadLetterConfig) this.#deadLetters.set(resource.id, DeadLetterConfig.TargetArn);
    }
  }

  /** Takes up what was accepted before the last stop or kill. */
  start(): void {
    this.#records = openRecords(this.#options.file);
    for (const accepted of this.#records.values<Accepted>(COLLECTION)) {
      if (!accepted.open) this.#schedule(accepted);
      else {
        this.#track(
          accepted.requestId,
          this.#failed(accepted, {
            errorType: 'Runtime.ExitError',
            errorMessage: `RequestId: ${accepted.requestId} Error: Runtime exited with error: signal: killed`,
          }),
        );
      }
    }
  }

  /** Accepts an event: once this returns it is run, retried or handed to its failure destination. */
  accept(name: string, event: string): string {
    if (!this.#records || this.#stopping) throw new Error('the local cloud is stopping');
    const accepted: Accepted = {
      requestId: randomUUID(),
      functionName: name,
      event,
      acceptedAt: Date.now(),
      attempts: 0,
      nextAt: 0,
      open: false,
    };
    this.#keep(accepted);
    this.#schedule(accepted);
    return accepted.requestId;
  }

  /** Events accepted and not ended. */
  get pending(): number {
    return this.#records?.values(COLLECTION).length ?? 0;
  }

  /** Lets attempts under way end; what waits for a retry stays on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    while (this.#running.size > 0) await Promise.all(this.#running.values());
    this.#records?.close();
    this.#records = undefined;
  }

  #schedule(accepted: Accepted): void {
    if (this.#stopping) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#track(accepted.requestId, this.#attempt(accepted));
      },
      Math.max(0, accepted.nextAt - Date.now()),
    );
    this.#timers.add(timer);
  }

  #track(requestId: string, work: Promise<void>): void {
    const tracked = work
      .catch((error: Error) => {
        this.#options.log(
          `the asynchronous invocation ${requestId} waits for the next start: ${error.message}`,
        );
      })
      .finally(() => {
        if (this.#running.get(requestId) === tracked) this.#running.delete(requestId);
      });
    this.#running.set(requestId, tracked);
  }

  async #attempt(accepted: Accepted): Promise<void> {
    const name = this.#options.functions.nameOf(accepted.functionName);
    if (name === undefined) {
      this.#options.log(`${accepted.functionName} is gone: an event that waited for it is dropped`);
      return this.#forget(accepted);
    }
    if (Date.now() - accepted.acceptedAt > this.#config(name).MaximumEventAgeInSeconds * 1000) {
      return this.#giveUp(accepted, 'EventAgeExceeded', undefined);
    }
    const begun = { ...accepted, attempts: accepted.attempts + 1, open: true };
    this.#keep(begun);
    let outcome: Outcome;
    try {
      outcome = await this.#options.functions.invokeRaw(name, accepted.event, accepted.requestId);
    } catch (error) {
      // Neither a throttled attempt nor one that a stop forestalled has reached the function.
      const waiting = { ...accepted, nextAt: Date.now() + THROTTLE_WAIT_MS };
      this.#keep(waiting);
      if (!(error instanceof TooManyRequests)) throw error;
      return this.#schedule(waiting);
    }
    if (!outcome.ok) return this.#failed(begun, outcome.error);
    const { OnSuccess } = this.#config(name).DestinationConfig;
    if (OnSuccess)
      await this.#deliver(OnSuccess.Destination, envelope(begun, this.#arn(begun), 'Success', outcome));
    this.#forget(begun);
  }

  async #failed(accepted: Accepted, error: FunctionError): Promise<void> {
    const config = this.#config(accepted.functionName);
    if (accepted.attempts > config.MaximumRetryAttempts) {
      return this.#giveUp(accepted, 'RetriesExhausted', error);
    }
    const delays = this.#options.retryDelaysMs ?? RETRY_DELAYS_MS;
    const delay = delays[Math.min(accepted.attempts, delays.length) - 1] ?? 0;
    const waiting = { ...accepted, open: false, nextAt: Date.now() + delay };
    this.#keep(waiting);
    this.#schedule(waiting);
  }

  async #giveUp(
    accepted: Accepted,
    condition: 'RetriesExhausted' | 'EventAgeExceeded',
    error: FunctionError | undefined,
  ): Promise<void> {
    const destination = this.#config(accepted.functionName).DestinationConfig.OnFailure?.Destination;
    const deadLetters = this.#deadLetters.get(accepted.functionName);
    if (destination) {
      const outcome = error && { ok: false as const, error, requestId: accepted.requestId };
      await this.#deliver(destination, envelope(accepted, this.#arn(accepted), condition, outcome));
    }
    if (deadLetters) await this.#deliver(deadLetters, accepted.event);
    this.#forget(accepted);
  }

  async #deliver(destination: string, body: string): Promise<void> {
    if (!destination.startsWith('arn:aws:sqs:')) {
      throw new Error(`the destination ${destination} is of a kind that does not run locally`);
    }
    await this.#options.queues.send(destination, body);
  }

  #config(name: string): InvokeConfig {
    return this.#configs.get(name) ?? InvokeConfig.parse({ FunctionName: name });
  }

  #arn(accepted: Accepted): string {
    return this.#options.functions.arnOf(accepted.functionName);
  }

  #keep(accepted: Accepted): void {
    this.#records?.commit({ collection: COLLECTION, key: accepted.requestId, value: accepted });
  }

  #forget(accepted: Accepted): void {
    this.#records?.commit({ collection: COLLECTION, key: accepted.requestId, value: undefined });
  }
}

/** The record that Lambda sends to a destination. */
function envelope(
  accepted: Accepted,
  functionArn: string,
  condition: string,
  outcome: Outcome | undefined,
): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: accepted.requestId,
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: accepted.attempts,
    },
    requestPayload: JSON.parse(accepted.event),
    ...(outcome && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(!outcome.ok && { functionError: 'Unhandled' }),
      },
      responsePayload: outcome.ok ? outcome.payload : outcome.error,
    }),
  });
}
