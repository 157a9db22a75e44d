import { randomUUID } from 'node:crypto';
import type { Outcome } from '../ports';
import { Instance } from './instance';
import type { InstanceData } from './messages';

/** A function as its template describes it, ready to run. */
export interface FunctionSpec {
  readonly data: Omit<InstanceData, 'clockOffset'>;
  /** Milliseconds from the machine's time to the function's; without it they are the same. */
  readonly clockOffset?: (() => number) | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Reserved concurrency: more at a time are refused, as on AWS. Undefined: no invocation is. */
  readonly reserved: number | undefined;
}

/** The function's concurrency is used up: Lambda answers TooManyRequestsException. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
}

/** Instances that a function has at most, since each takes from this machine: what it admits beyond waits for one. */
const MOST_INSTANCES = 16;
/** Whoever tries the product uses few functions at a time, and each that waits holds some eighty megabytes. */
const IDLE_MS = 60_000;
const INIT_MS = 10_000;
/** How long a busy instance is waited for before another is started, which takes two to three times as long. */
const PATIENCE_MS = 100;

/** All instances of one function. */
export class Pool {
  readonly #spec: FunctionSpec;
  readonly #log: (line: string) => void;
  #idle: { readonly instance: Instance; readonly since: number }[] = [];
  #all = new Set<Instance>();
  #outdated = new WeakSet<Instance>();
  #waiting: (() => void)[] = [];
  /** Who takes the next instance that is free. */
  #takers: ((instance: Instance) => void)[] = [];
  #starting = 0;
  #active = 0;
  #closed = false;
  readonly #sweep: NodeJS.Timeout;

  constructor(spec: FunctionSpec, log: (line: string) => void) {
    this.#spec = spec;
    this.#log = log;
    this.#sweep = setInterval(() => this.#retire(), IDLE_MS / 5).unref();
  }

  get name(): string {
    return this.#spec.data.functionName;
  }

  get memoryMb(): number {
    return this.#spec.data.memoryMb;
  }

  /** Invocations under way. */
  get active(): number {
    return this.#active;
  }

  async invoke(event: string, requestId: string = randomUUID()): Promise<Outcome> {
    const { reserved, data } = this.#spec;
    if (reserved !== undefined && this.#active >= reserved) {
      throw new TooManyRequests(`Rate Exceeded: ${data.functionName} runs ${reserved} at a time`);
    }
    const limit = Math.min(reserved ?? MOST_INSTANCES, MOST_INSTANCES);
    this.#active += 1;
    try {
      while (this.#atWork() >= limit) await new Promise<void>((free) => this.#waiting.push(free));
      return await this.#run(event, requestId);
    } finally {
      this.#active -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Later invocations load the bundle afresh; instances at work finish what they do. */
  reload(): void {
    for (const instance of this.#all) this.#outdated.add(instance);
    for (const { instance } of this.#idle) void instance.kill();
    this.#idle = [];
  }

  /** Kills every instance, at work or not; gives how many were at work. */
  async kill(): Promise<number> {
    const instances = [...this.#all];
    const working = instances.filter((instance) => instance.busy).length;
    await Promise.all(instances.map((instance) => instance.kill()));
    return working;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    await this.kill();
  }

  #atWork(): number {
    return this.#starting + [...this.#all].filter((instance) => instance.busy).length;
  }

  async #run(event: string, requestId: string): Promise<Outcome> {
    let instance = this.#idle.pop()?.instance;
    while (instance?.gone) instance = this.#idle.pop()?.instance;
    if (!instance) {
      this.#starting += 1;
      try {
        instance = (await this.#nextFree()) ?? this.#start();
        const failure = await instance.ready();
        if (failure) {
          this.#log(`${failure.errorType}: ${failure.errorMessage}`);
          return { ok: false, error: failure, requestId };
        }
      } finally {
        this.#starting -= 1;
      }
    }
    const outcome = await instance.invoke(requestId, event, this.#spec.timeoutMs);
    if (!outcome.ok) this.#log(`${outcome.error.errorType}: ${outcome.error.errorMessage}`);
    if (this.#outdated.has(instance) || this.#closed) await instance.kill();
    else if (!instance.gone) this.#release(instance);
    return outcome;
  }

  /** One that is free in a moment; none where nothing is at work, or it takes longer. */
  #nextFree(): Promise<Instance | undefined> {
    if (![...this.#all].some((instance) => instance.busy)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const take = (instance?: Instance) => {
        clearTimeout(timer);
        this.#takers = this.#takers.filter((taker) => taker !== take);
        resolve(instance);
      };
      const timer = setTimeout(take, PATIENCE_MS);
      this.#takers.push(take);
    });
  }

  #release(instance: Instance): void {
    const [take] = this.#takers;
    if (take) take(instance);
    else this.#idle.push({ instance, since: Date.now() });
  }

  #start(): Instance {
    if (this.#closed) throw new Error('the function pool is closed');
    const instance = new Instance({
      data: this.#spec.data,
      clockOffset: this.#spec.clockOffset ?? (() => 0),
      environment: this.#spec.environment,
      initTimeoutMs: INIT_MS + this.#spec.timeoutMs,
      log: this.#log,
      ended: (ended) => {
        this.#all.delete(ended);
        this.#idle = this.#idle.filter((entry) => entry.instance !== ended);
      },
    });
    this.#all.add(instance);
    return instance;
  }

  #retire(): void {
    const now = Date.now();
    for (const { instance, since } of this.#idle) if (now - since > IDLE_MS) void instance.kill();
  }
}
