import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import type { FunctionError, Outcome } from '../ports';
import { linesOf } from './log';
import type { InstanceData, InvokeMessage, WorkerMessage } from './messages';

export interface InstanceOptions {
  readonly data: InstanceData;
  readonly environment: Readonly<Record<string, string>>;
  readonly initTimeoutMs: number;
  readonly log: (line: string) => void;
  /** The thread is gone, for whatever reason. */
  readonly ended: (instance: Instance) => void;
}

interface Job {
  readonly requestId: string;
  readonly timer: NodeJS.Timeout;
  readonly end: (outcome: Outcome) => void;
}

/** One execution environment: a thread that has loaded the function and does one invocation at a time. */
export class Instance {
  readonly #worker: Worker;
  readonly #options: InstanceOptions;
  readonly #ready: Promise<FunctionError | undefined>;
  #job: Job | undefined;
  #gone: FunctionError | undefined;

  constructor(options: InstanceOptions) {
    this.#options = options;
    const { data, environment, log } = options;
    this.#worker = new Worker(bootstrap(), {
      eval: true,
      workerData: data,
      env: { ...environment },
      // Not the loaders of this process: they would slow each cold start, and a bundle needs none.
      execArgv: environment.NODE_OPTIONS?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [],
      resourceLimits: { maxOldGenerationSizeMb: data.memoryMb },
      stdout: true,
      stderr: true,
    });
    linesOf(this.#worker.stdout, log);
    linesOf(this.#worker.stderr, log);
    this.#ready = this.#initialise();
  }

  /** Resolves with what went wrong, or undefined when the function is loaded. */
  ready(): Promise<FunctionError | undefined> {
    return this.#ready;
  }

  get busy(): boolean {
    return this.#job !== undefined;
  }

  get gone(): boolean {
    return this.#gone !== undefined;
  }

  invoke(requestId: string, event: string, timeoutMs: number): Promise<Outcome> {
    if (this.#gone) return Promise.resolve({ ok: false, error: this.#gone, requestId });
    return new Promise((end) => {
      const timer = setTimeout(() => this.#end(timedOut(timeoutMs)), timeoutMs);
      this.#job = { requestId, timer, end };
      this.#worker.postMessage({
        requestId,
        event,
        deadline: Date.now() + timeoutMs,
      } satisfies InvokeMessage);
    });
  }

  /** Ends the thread wherever it is, an endless loop included. */
  async kill(reason = 'signal: killed'): Promise<void> {
    this.#end(exited(reason));
    await this.#worker.terminate();
  }

  #initialise(): Promise<FunctionError | undefined> {
    return new Promise((settle) => {
      const timer = setTimeout(() => {
        const error = {
          errorType: 'Sandbox.Timedout',
          errorMessage: `Init timed out after ${(this.#options.initTimeoutMs / 1000).toFixed(2)} seconds`,
        };
        settle(error);
        this.#end(error);
      }, this.#options.initTimeoutMs);
      const settled = (error?: FunctionError) => {
        clearTimeout(timer);
        settle(error);
      };

      this.#worker.on('message', (message: WorkerMessage) => {
        switch (message.type) {
          case 'ready':
            return settled();
          case 'initFailed':
            settled(message.error);
            return this.#end(message.error);
          case 'returned':
            return this.#finish(message.requestId, (requestId) => ({
              ok: true,
              payload: JSON.parse(message.payload),
              requestId,
            }));
          case 'threw':
            return this.#finish(message.requestId, (requestId) => ({
              ok: false,
              error: message.error,
              requestId,
            }));
          case 'outOfMemory':
            return this.#end(OUT_OF_MEMORY);
        }
      });
      this.#worker.on('error', (error: NodeJS.ErrnoException) => {
        const described: FunctionError =
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? OUT_OF_MEMORY
            : {
                errorType: `Runtime.${error.name === 'Error' ? 'UnhandledPromiseRejection' : error.name}`,
                errorMessage: error.message,
                trace: (error.stack ?? '').split('\n'),
              };
        settled(described);
        this.#end(described);
      });
      this.#worker.on('exit', (code) => {
        const error = exited(`exit status ${code}`);
        settled(error);
        this.#end(error);
      });
    });
  }

  #finish(requestId: string, outcome: (requestId: string) => Outcome): void {
    const job = this.#job;
    // An answer to an invocation that was given up already.
    if (job?.requestId !== requestId) return;
    this.#job = undefined;
    clearTimeout(job.timer);
    job.end(outcome(requestId));
  }

  #end(error: FunctionError): void {
    if (!this.#gone) {
      this.#gone = error;
      this.#options.ended(this);
      void this.#worker.terminate();
    }
    const job = this.#job;
    if (job) {
      this.#finish(job.requestId, (requestId) => ({
        ok: false,
        error: { ...error, errorMessage: `RequestId: ${requestId} Error: ${error.errorMessage}` },
        requestId,
      }));
    }
  }
}

const OUT_OF_MEMORY: FunctionError = {
  errorType: 'Runtime.OutOfMemory',
  errorMessage: 'Runtime exited with error: signal: killed',
};

function exited(how: string): FunctionError {
  return { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: ${how}` };
}

function timedOut(timeoutMs: number): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
  };
}

let built: string | undefined;

/** The bootstrap as one plain script: a worker has no TypeScript loader. */
function bootstrap(): string {
  built ??= buildSync({
    entryPoints: [fileURLToPath(new URL('./bootstrap.ts', import.meta.url))],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    // esbuild would turn a dynamic import into require, which takes no ESM bundle.
    supported: { 'dynamic-import': true },
  }).outputFiles[0]?.text;
  if (!built) throw new Error('the worker bootstrap could not be built');
  return built;
}
