import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { CloudAddress } from './assembly';
import { request } from './request';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start`: without npm in between a signal goes to the process that it is meant for. */
export interface StartedCommand {
  /** All it printed. */
  readonly output: () => string;
  readonly pid: number | undefined;
  /** Ctrl-C, or another signal; gives the exit code. */
  stop(name?: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL: no line of it runs any more. */
  kill(): Promise<void>;
}

interface StartOptions {
  /** Folder of the sources, where others than these are started. */
  readonly root?: string;
  /** Another way to start it; with the demo bots, unless it says otherwise. */
  readonly by?: readonly [string, ...string[]];
  /** Is told of the process as soon as there is one. */
  readonly begun?: (pid: number) => void;
}

/**
 * Starts Parley as a person does, and waits for the line that says it is up. Without the demo bots, whose making takes
 * five times as long as the start: `test/e2e/site/help.test.ts` makes them.
 */
export async function startCommand(
  port: number,
  state: string,
  { root = ROOT, begun, by = BY_NODE }: StartOptions = {},
): Promise<StartedCommand> {
  const [command, ...options] = by;
  const child = spawn(command, [...options, '--port', String(port), '--state', state], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) begun?.(child.pid);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (new RegExp(`^ready http://localhost:${port}$`, 'm').test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`it ended with ${code} before it was ready:\n${output}`)));
  });
  // A test that fails must not leave it running.
  process.once('exit', () => child.kill('SIGKILL'));
  await ready;
  return {
    output: () => output,
    pid: child.pid,
    stop: (name = 'SIGINT') => signal(child, name, ended),
    kill: async () => void (await signal(child, 'SIGKILL', ended)),
  };
}

export const BY_NODE = [process.execPath, 'bin/run.mjs', 'bin/local.ts', '--no-demo'] as const;

/** Runs a command of ours as a person does; gives how it ended and all that it printed. */
export function outcomeOf(...words: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((ended) => {
    execFile(
      process.execPath,
      ['bin/run.mjs', ...words],
      { cwd: ROOT, env: { PATH: process.env.PATH } },
      (error, stdout, stderr) => ended({ code: error ? error.code : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** What one prints that ends well; any other throws. */
export async function outputOf(...words: readonly string[]): Promise<string> {
  const { code, output } = await outcomeOf(...words);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/** What a client needs to know of it. */
export async function addressOfCommand(port: number, state: string): Promise<CloudAddress> {
  const operator = Operator.parse(JSON.parse(await readFile(join(state, 'operator.json'), 'utf8')));
  const config = Config.parse((await request(`http://app.localhost:${port}/config.json`)).json());
  const { endpoint: aws, region, ...keys } = operator;
  const at = (host: string) => `http://${host}localhost:${port}`;
  return {
    port,
    region,
    addresses: { root: at(''), app: at('app.'), mail: at('mail.'), customer: at('customer.'), aws },
    operator: keys,
    ...config,
  };
}

const Operator = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
const Config = z.object({ userPoolId: z.string(), userPoolClientId: z.string() });

function signal(
  child: ChildProcess,
  name: NodeJS.Signals,
  ended: Promise<number | null>,
): Promise<number | null> {
  child.kill(name);
  return ended;
}

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
