import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { budgetsFor } from './budgets';
import { parseCommand, USAGE, UsageError } from './command';
import { CORPUS, datasetsIn } from './datasets';
import type { Figures } from './figures';
import { PARTS } from './parts';
import { tableOf } from './table';

/** What a part's process writes. */
const Measured = z.record(z.string(), z.number());

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  // Lambda's Node is newer than what runs here; who measures can do nothing about it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const command = parseCommand(process.argv.slice(2), Object.keys(PARTS));
  if (command.help) {
    process.stdout.write(`${USAGE}\nparts: ${Object.keys(PARTS).join(', ')}\n`);
    return;
  }
  const data = command.data ? resolve(command.data) : CORPUS;
  // A folder that is wrong is told now, and not after the parts that don't need it.
  datasetsIn(data);
  process.stderr.write(`${load()}\n`);
  const figures: Record<string, number> = {};
  // Not on standard output, which is the result's.
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const measure = async (name: string) => {
    const part = await PARTS[name]?.();
    return rounded((await part?.({ data, minutes: command.minutes, model: command.model, progress })) ?? {});
  };
  const options = [
    ...['--data', data, '--minutes', String(command.minutes)],
    ...(command.model ? ['--model'] : []),
  ];
  for (const name of command.parts) {
    const isOne = command.parts.length === 1;
    try {
      Object.assign(figures, await (isOne ? measure(name) : inOwnProcess(name, options)));
    } catch (error) {
      if (isOne) throw error;
      // The others took their time, too: what they measured is told all the same.
      progress(`${name} failed: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  process.stderr.write(`${load()}\n`);
  process.stdout.write(
    command.json
      ? `${JSON.stringify(figures, null, 2)}\n`
      : tableOf(figures, budgetsFor(command.data ? 'given' : 'own')),
  );
}

/** A part's clients, caches and heap would stay with the next one. */
async function inOwnProcess(name: string, options: readonly string[]): Promise<Figures> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), '--only', name, ...options, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`the part ${name} ended with ${code}`);
  return Measured.parse(JSON.parse(output));
}

/** Times are of this machine as busy as it is. */
function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
}

/** Four digits tell all that such a measurement knows; bytes are counted. */
function rounded(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      Number.isInteger(value) ? value : Number(value.toPrecision(4)),
    ]),
  );
}
