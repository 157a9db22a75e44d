import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { FunctionError, Outcome } from '../ports';
import { linesOf } from './log';
import type { InstanceData, InstanceMessage, InvokeMessage } from './messages';
import { residentBytes } from './resident';

export interface InstanceOptions {
  readonly data: Omit<InstanceData, 'clockOffset'>;
  /** Milliseconds from the machine's time to the functions'. */
  readonly clockOffset: () => number;
  readonly environment: Readonly<Record<string, string>>;
  readonly initTimeoutMs: number;
  readonly log: (line: string) => void;
  /** The process is gone, for whatever reason. */
  readonly ended: (instance: Instance) => void;
}

interface Job {
  readonly requestId: string;
  readonly timer: NodeJS.Timeout;
  readonly end: (outcome: Outcome) => void;
}

/** How often the memory of what works is looked at: a function fills some hundred megabytes in this time. */
const MEMORY_CHECK_MS = 50;

/**
 * One execution environment: a process that has loaded the function and does one invocation at a time. A process, not
 * a thread, since AWS limits what a process holds, buffers and its own children included, and of threads only the heap
 * can be told apart. It takes as long to start as a thread, and as much memory (152 to 160 ms and 152 to 165, 36 to
 * 39 MB and 37 to 38).
 */
export class Instance {
  readonly #process: ChildProcess;
  readonly #memory: NodeJS.Timeout;
  readonly #exited: Promise<void>;
  readonly #options: InstanceOptions;
  readonly #ready: Promise<FunctionError | undefined>;
  #job: Job | undefined;
  #gone: FunctionError | undefined;

  constructor(options: InstanceOptions) {
    this.#options = options;
    const { environment, log, clockOffset } = options;
    const data: InstanceData = { ...options.data, clockOffset: clockOffset() };
    this.#process = spawn(
      process.execPath,
      [...memoryFlags(data.memoryMb), '-e', bootstrap(), JSON.stringify(data)],
      {
        env: { ...environment },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        serialization: 'advanced',
        // Ctrl-C is for the cloud, which lets functions finish.
        detached: true,
      },
    );
    const { stdout, stderr } = this.#process;
    if (stdout) linesOf(stdout, log);
    if (stderr) linesOf(stderr, log);
    this.#exited = new Promise((exited) => {
      this.#process.once('exit', () => exited()).once('error', () => exited());
    });
    this.#memory = setInterval(() => void this.#checkMemory(), MEMORY_CHECK_MS);
    this.#memory.unref();
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
      const message: InvokeMessage = {
        requestId,
        event,
        timeoutMs,
        clockOffset: this.#options.clockOffset(),
      };
      // One that can't be told is gone, and says so by its exit.
      this.#process.send(message, () => {});
    });
  }

  /** Ends the process wherever it is, an endless loop included. */
  async kill(reason = 'signal: killed'): Promise<void> {
    this.#end(exited(reason));
    await this.#exited;
  }

  async #checkMemory(): Promise<void> {
    const { pid } = this.#process;
    if (!this.busy || pid === undefined) return;
    const bytes = (await residentBytes([pid])).get(pid) ?? 0;
    if (this.busy && bytes > this.#options.data.memoryMb * 1024 * 1024) this.#end(OUT_OF_MEMORY);
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

      this.#process.on('message', (message: InstanceMessage) => {
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
          case 'crashed': {
            const { errorType } = message.error;
            const error = {
              ...message.error,
              errorType: `Runtime.${errorType === 'Error' ? 'UnhandledPromiseRejection' : errorType}`,
            };
            settled(error);
            return this.#end(error);
          }
        }
      });
      const ended = (error: FunctionError) => {
        settled(error);
        this.#end(error);
      };
      this.#process.on('error', (error) => ended(exited(error.message)));
      this.#process.on('exit', (code, signal) => {
        // So V8 ends a process whose heap is full.
        const error =
          signal === 'SIGABRT' ? OUT_OF_MEMORY : exited(signal ? `signal: ${signal}` : `exit status ${code}`);
        // What it said last may not have been read yet.
        if (this.#process.connected) this.#process.once('disconnect', () => ended(error));
        else ended(error);
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
      clearInterval(this.#memory);
      this.#process.kill('SIGKILL');
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

/** What Lambda's runtime gives V8 of a function's memory, so that it collects before the process is too large. */
function memoryFlags(megabytes: number): readonly string[] {
  return [
    `--max-old-space-size=${Math.floor(megabytes * 0.9)}`,
    `--max-semi-space-size=${Math.floor(megabytes * 0.05)}`,
  ];
}

let built: string | undefined;

/** The bootstrap as one plain script: an instance has no TypeScript loader. */
function bootstrap(): string {
  built ??= buildSync({
    entryPoints: [fileURLToPath(new URL('./bootstrap.ts', import.meta.url))],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    minify: true,
    // esbuild would turn a dynamic import into require, which takes no ESM bundle.
    supported: { 'dynamic-import': true },
  }).outputFiles[0]?.text;
  if (!built) throw new Error('the bootstrap of instances could not be built');
  return built;
}
