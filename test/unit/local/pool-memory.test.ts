import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FunctionSpec, Pool } from '#infra/local/runtime/lambda/pool';
import { readFromPs, residentBytes } from '#infra/local/runtime/lambda/resident';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const MEGABYTE = 1024 * 1024;

let directory: string;
let pool: Pool | undefined;
beforeEach(() => {
  directory = temporaryFolder();
});
afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

function specOf(source: string, memoryMb: number): FunctionSpec {
  const file = join(directory, 'index.mjs');
  writeFileSync(file, source);
  return {
    data: {
      module: pathToFileURL(file).href,
      handler: 'handler',
      functionName: 'example',
      functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:example',
      memoryMb,
      redirectedHosts: [],
      endpoint: 'http://127.0.0.1:9',
    },
    environment: {},
    timeoutMs: 20_000,
    reserved: undefined,
  };
}

async function invoke(source: string, memoryMb: number, event: unknown = {}) {
  pool ??= new Pool(specOf(source, memoryMb), () => {});
  return pool.invoke(JSON.stringify(event));
}

const OUT_OF_MEMORY = { ok: false, error: { errorType: 'Runtime.OutOfMemory' } };

describe('a function', () => {
  // It gives its loop no turn, so nothing in its own process could look.
  const GREEDY = `export const handler = async ({ megabytes }) => {
    const kept = [];
    for (let left = megabytes; left > 0; left -= 8) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    const until = Date.now() + 500;
    while (Date.now() < until);
    return kept.length;
  };`;

  it('is killed when its buffers are past its memory size, and serves the next', async () => {
    expect(await invoke(GREEDY, 256, { megabytes: 400 })).toMatchObject(OUT_OF_MEMORY);
    expect(await invoke(GREEDY, 256, { megabytes: 80 })).toMatchObject({ ok: true, payload: 10 });
  });

  it('has the buffers that its memory size allows', async () => {
    expect(await invoke(GREEDY, 512, { megabytes: 400 })).toMatchObject({ ok: true, payload: 50 });
  });

  it('is killed for what a process of its own holds', async () => {
    const source = `import { spawn } from 'node:child_process';
      const GREEDY = 'const kept = Buffer.alloc(400 * 1024 * 1024, 1); setTimeout(() => kept.length, 20000)';
      export const handler = () => new Promise((done) => {
        spawn(process.execPath, ['-e', GREEDY]).on('exit', done);
      });`;
    expect(await invoke(source, 256)).toMatchObject(OUT_OF_MEMORY);
  });
});

it('leaves no instance behind when the process that runs them is killed', async () => {
  const script = join(directory, 'cloud.ts');
  const source = `export const handler = () => {
      console.log('at work ' + process.pid);
      return new Promise(() => setInterval(() => {}, 1000));
    };`;
  const module = fileURLToPath(new URL('../../../infra/local/runtime/lambda/pool.ts', import.meta.url));
  writeFileSync(
    script,
    `import { Pool } from ${JSON.stringify(module)};
    void new Pool(${JSON.stringify(specOf(source, 256))}, console.log).invoke('{}');`,
  );
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const cloud = spawn(process.execPath, ['--import', tsx, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((told) => {
    cloud.stdout.on('data', (text: Buffer) => told(Number(/at work (\d+)/.exec(text.toString())?.[1])));
  });
  expect((await residentBytes([pid])).size).toBe(1);
  cloud.kill('SIGKILL');
  await expect.poll(async () => (await residentBytes([pid])).size).toBe(0);
});

it('reads the same memory of a process from ps', async () => {
  const found = await readFromPs([process.pid, 2 ** 22 + 1]);
  const expected = (await residentBytes([process.pid])).get(process.pid) ?? 0;
  expect([...found.keys()]).toEqual([process.pid]);
  expect(Math.abs((found.get(process.pid) ?? 0) - expected)).toBeLessThan(100 * MEGABYTE);
});
