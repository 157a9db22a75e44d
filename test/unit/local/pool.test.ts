import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pool, TooManyRequests } from '#infra/local/runtime/lambda/pool';
import { temporaryFolder } from '#test/helpers/temporary-folder';

let directory: string;
let pool: Pool | undefined;
let lines: string[];

beforeEach(() => {
  directory = temporaryFolder();
  lines = [];
});
afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

interface Settings {
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
  readonly reserved?: number;
  readonly environment?: Record<string, string>;
  readonly endpoint?: string;
  readonly clockOffset?: () => number;
}

function start(source: string, settings: Settings = {}): Pool {
  const file = join(directory, 'index.mjs');
  writeFileSync(file, source);
  pool = new Pool(
    {
      data: {
        module: pathToFileURL(file).href,
        handler: 'handler',
        functionName: 'example',
        functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:example',
        memoryMb: settings.memoryMb ?? 128,
        redirectedHosts: ['cognito-idp.eu-central-1.amazonaws.com'],
        endpoint: settings.endpoint ?? 'http://127.0.0.1:9',
      },
      environment: settings.environment ?? {},
      timeoutMs: settings.timeoutMs ?? 20_000,
      reserved: settings.reserved,
      clockOffset: settings.clockOffset,
    },
    (line) => lines.push(line),
  );
  return pool;
}

async function invoke(target: Pool, event: unknown = {}) {
  return target.invoke(JSON.stringify(event));
}

describe('an invocation', () => {
  it('hands the handler its event and context, and gives back what it returns', async () => {
    const outcome = await invoke(
      start(`export const handler = async (event, context) => ({
        event, name: context.functionName, left: context.getRemainingTimeInMillis() > 0, at: new Date(0),
      });`),
      { a: [1] },
    );
    expect(outcome).toMatchObject({
      ok: true,
      payload: { event: { a: [1] }, name: 'example', left: true, at: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('has the time of the local cloud, wherever a test has moved it, and its own for what is left', async () => {
    const day = 86_400_000;
    const offset = { ms: 400 * day };
    const target = start(
      `const loaded = Date.now();
      export const handler = async (event, context) => ({
        loaded, now: Date.now(), made: new Date().getTime(), given: new Date(2027, 0, 1).toISOString(),
        isDate: new Date() instanceof Date, left: context.getRemainingTimeInMillis(),
      });`,
      { clockOffset: () => offset.ms, environment: { TZ: 'UTC' } },
    );
    const times = async (ms: number) => {
      offset.ms = ms;
      const outcome = await invoke(target);
      const { payload } = outcome as { readonly payload: Record<string, number> };
      expect(payload).toMatchObject({ given: '2027-01-01T00:00:00.000Z', isDate: true });
      expect(payload.left).toBeLessThanOrEqual(20_000);
      expect(payload.left).toBeGreaterThan(0);
      // As on AWS: `AbortSignal.timeout` takes no fractions.
      expect(payload.left).toSatisfy(Number.isInteger);
      return ['loaded', 'now', 'made'].map((each) => payload[each] ?? 0);
    };
    const ahead = await times(400 * day);
    const behind = await times(-3 * day);
    const unmoved = await times(0);
    // The machine's as functions have it: what sets the clock of this process alone for a test is none of it.
    const [, machine = 0] = unmoved;
    // `+ 0` makes 0 of the -0 that a time some milliseconds before rounds to; `toEqual` tells them apart.
    const days = [ahead, behind, unmoved].map((read) =>
      read.map((at) => Math.round((at - machine) / day) + 0),
    );
    expect(days).toEqual([
      [400, 400, 400],
      [400, -3, -3],
      [400, 0, 0],
    ]);
  });

  it('gives null for a handler that returns nothing', async () => {
    expect(await invoke(start('export const handler = async () => {};'))).toMatchObject({ payload: null });
  });

  it('sees the environment of its template and nothing of this process', async () => {
    process.env.PARLEY_POOL_TEST = 'leaked';
    const outcome = await invoke(
      start('export const handler = async () => process.env;', { environment: { TABLE_NAME: 'main' } }),
    );
    delete process.env.PARLEY_POOL_TEST;
    expect(outcome).toMatchObject({ payload: { TABLE_NAME: 'main' } });
    expect(outcome).not.toHaveProperty('payload.PARLEY_POOL_TEST');
  });

  it('gives the error of a handler that throws, and keeps the instance', async () => {
    const target = start(`let calls = 0;
      export const handler = async () => { if (++calls === 1) throw new TypeError('no such thing'); return calls; };`);
    expect(await invoke(target)).toMatchObject({
      ok: false,
      error: { errorType: 'TypeError', errorMessage: 'no such thing' },
    });
    expect(await invoke(target)).toMatchObject({ ok: true, payload: 2 });
  });

  it('takes handlers with a callback', async () => {
    const target = start(`export const handler = (event, context, callback) => callback(null, 'called');`);
    expect(await invoke(target)).toMatchObject({ payload: 'called' });
  });

  it('prefixes nothing to but reads structured logs, and drops metrics', async () => {
    await invoke(
      start(`export const handler = async () => {
        console.log('plain');
        console.log(JSON.stringify({ level: 'WARN', message: 'slow', timestamp: 't', botId: 'b1' }));
        console.log(JSON.stringify({ _aws: {}, Count: 1 }));
        await new Promise((later) => setTimeout(later, 20));
      };`),
    );
    await expect.poll(() => lines).toEqual(['plain', 'WARN slow botId=b1']);
  });
});

describe('an instance', () => {
  it('does one invocation at a time; more get instances of their own', async () => {
    const target = start(`let active = 0; const id = Math.random();
      export const handler = async () => {
        active += 1; const seen = active;
        await new Promise((later) => setTimeout(later, 50));
        active -= 1; return { seen, id };
      };`);
    const outcomes = await Promise.all([invoke(target), invoke(target), invoke(target)]);
    const payloads = outcomes.map((outcome) =>
      outcome.ok ? (outcome.payload as { seen: number; id: number }) : null,
    );
    expect(payloads.map((payload) => payload?.seen)).toEqual([1, 1, 1]);
    expect(new Set(payloads.map((payload) => payload?.id)).size).toBe(3);
  });

  it('takes the next invocation, where it is free before another would have started', async () => {
    const target = start(`const id = Math.random();
      export const handler = async () => {
        await new Promise((later) => setTimeout(later, 20));
        return id;
      };`);
    const first = await invoke(target);
    // Whoever waits for a busy instance has endless patience.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const outcomes = await Promise.all([invoke(target), invoke(target), invoke(target)]);
      expect(outcomes.map((outcome) => outcome.ok && outcome.payload)).toEqual(
        Array(3).fill(first.ok && first.payload),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused to more callers than the reserved concurrency', async () => {
    const target = start(
      'export const handler = () => new Promise((later) => setTimeout(() => later(1), 200));',
      { reserved: 1 },
    );
    const first = invoke(target);
    await expect(invoke(target)).rejects.toBeInstanceOf(TooManyRequests);
    expect(await first).toMatchObject({ ok: true });
  });

  it('is killed when it overruns, and the next invocation gets a new one', async () => {
    const target = start(
      `export const handler = async (event) => event.slow ? new Promise(() => {}) : 'quick';`,
      { timeoutMs: 300 },
    );
    expect(await invoke(target, { slow: true })).toMatchObject({
      ok: false,
      error: { errorType: 'Sandbox.Timedout', errorMessage: expect.stringContaining('timed out after 0.30') },
    });
    expect(await invoke(target)).toMatchObject({ payload: 'quick' });
  });

  it('is killed in an endless loop', async () => {
    const target = start('export const handler = () => { for (;;); };', { timeoutMs: 300 });
    expect(await invoke(target)).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } });
  });

  it('dies alone when its heap is full', async () => {
    const target = start(
      `export const handler = async (event) => {
        const kept = []; while (event.greedy) kept.push(new Array(1e5).fill(Math.random()));
        return 'fine';
      };`,
    );
    expect(await invoke(target, { greedy: true })).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.OutOfMemory' },
    });
    expect(await invoke(target)).toMatchObject({ payload: 'fine' });
  });

  it('dies alone when its buffers are past the limit', async () => {
    const target = start(
      `export const handler = async () => {
        const kept = []; for (;;) { kept.push(Buffer.alloc(8e6, 1)); await new Promise((later) => setTimeout(later, 5)); }
      };`,
      { memoryMb: 128 },
    );
    expect(await invoke(target)).toMatchObject({ ok: false, error: { errorType: 'Runtime.OutOfMemory' } });
  });

  it('that exits fails its invocation', async () => {
    const target = start('export const handler = async () => process.exit(3);');
    expect(await invoke(target)).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('exit status 3') },
    });
  });

  it('that can not be loaded fails its invocation, and is loaded again by the next', async () => {
    const target = start('throw new Error("no table");');
    expect(await invoke(target)).toMatchObject({ ok: false, error: { errorMessage: 'no table' } });
    start('export const handler = async () => 1;');
    expect(await invoke(target)).toMatchObject({ ok: true, payload: 1 });
    await target.close();
  });

  it('without the handler that the template names says so', async () => {
    expect(await invoke(start('export const other = 1;'))).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.HandlerNotFound' },
    });
  });

  it('can be killed in the middle of its work', async () => {
    const target = start(
      'export const handler = () => { console.log("at work"); return new Promise(() => {}); };',
    );
    const outcome = invoke(target);
    await expect.poll(() => lines).toEqual(['at work']);
    expect(await target.kill()).toBe(1);
    expect(await outcome).toMatchObject({ ok: false, error: { errorType: 'Runtime.ExitError' } });
  });

  it('is loaded afresh after a reload, and not before', async () => {
    const target = start('export const handler = async () => "old";');
    expect(await invoke(target)).toMatchObject({ payload: 'old' });
    writeFileSync(join(directory, 'index.mjs'), 'export const handler = async () => "new";');
    expect(await invoke(target)).toMatchObject({ payload: 'old' });
    target.reload();
    expect(await invoke(target)).toMatchObject({ payload: 'new' });
  });
});

describe('key look-ups', () => {
  it('of the pool go to the local gateway, over https.request, https.get and fetch', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"keys":[]}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const outcome = await invoke(
      start(
        `import { get, request } from 'node:https';
        const at = 'https://cognito-idp.eu-central-1.amazonaws.com/pool/.well-known/jwks.json';
        const read = (response, done) => { let text = ''; response.on('data', (d) => text += d).on('end', () => done(text)); };
        export const handler = async () => [
          await new Promise((done, no) => get(at, (r) => read(r, done)).on('error', no)),
          await new Promise((done, no) => request(at, { method: 'GET' }, (r) => read(r, done)).on('error', no).end()),
          await (await fetch(at)).text(),
        ];`,
        { endpoint: `http://127.0.0.1:${port}` },
      ),
    );
    server.close();
    expect(outcome).toMatchObject({ ok: true, payload: ['{"keys":[]}', '{"keys":[]}', '{"keys":[]}'] });
    expect(asked).toEqual(Array(3).fill('/pool/.well-known/jwks.json'));
  });
});
