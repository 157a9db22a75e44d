import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '#bin/build';
import { synthesize } from '#bin/local/synthesize';
import { type LocalCloud, startLocalCloud } from '#infra/local/start';
import { TEST_MS } from '#test/helpers/patience';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SLOW = 2 * TEST_MS;

let assembly: string;
let folder: string;
let clouds: LocalCloud[];

beforeAll(async () => {
  await build();
  assembly = await synthesize(ROOT, () => {});
}, SLOW);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-start-'));
  clouds = [];
});
afterEach(async () => {
  await Promise.all(clouds.map((cloud) => cloud.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** Asks a host of the one port, whether or not this machine resolves its name. */
function get(port: number, host: string, target: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    // The firewall refuses who does not say what it is.
    const headers = { host: `${host}:${port}`, 'user-agent': 'parley-test' };
    request({ host: '127.0.0.1', port, path: target, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

async function listening(): Promise<Server & { readonly port: number }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

async function freePort(): Promise<number> {
  const server = await listening();
  await new Promise((closed) => server.close(closed));
  return server.port;
}

describe('a local cloud', () => {
  async function start(port = 0): Promise<LocalCloud> {
    const cloud = await startLocalCloud({ assembly, port, state: path.join(folder, 'state') });
    clouds.push(cloud);
    return cloud;
  }
  const settings = (cloud: LocalCloud) => ({
    region: 'eu-central-1',
    endpoint: cloud.addresses.aws,
    credentials: cloud.operator,
  });
  const queueOf = (cloud: LocalCloud, logicalId: RegExp) =>
    cloud.assembly.ofType('AWS::SQS::Queue').find((queue) => logicalId.test(queue.logicalId))?.id ?? '';

  it('answers the API behind the edge, and not past it', async () => {
    const { port, assembly: model } = await start();
    expect(await get(port, 'app.localhost', '/api/health')).toEqual({
      status: 200,
      body: expect.stringContaining('"status":"ok","commit":null'),
    });
    const api = model.ofType('AWS::ApiGatewayV2::Api').find((one) => one.properties.ProtocolType === 'HTTP');
    const past = await get(port, `${api?.id}.execute-api.localhost`, '/api/health');
    expect(past.status).toBe(403);
  });

  it('keeps its state over a restart', async () => {
    const first = await start();
    const SecretId = first.assembly.ofType('AWS::SecretsManager::Secret')[0]?.id ?? '';
    const read = async (cloud: LocalCloud) =>
      (await new SecretsManagerClient(settings(cloud)).send(new GetSecretValueCommand({ SecretId })))
        .SecretString;
    const secret = await read(first);
    const key = first.operator;
    await first.stop();
    const second = await start();
    expect(await read(second)).toBe(secret);
    expect(second.operator).toEqual(key);
  });

  it('says when all events are worked off', async () => {
    const cloud = await start();
    const QueueUrl = queueOf(cloud, /^Arrivals(?!Dead)/);
    // What S3 sends when a notification is set up: to be taken off the queue and ignored.
    const MessageBody = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'uploads' });
    await new SQSClient(settings(cloud)).send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await cloud.drained();
    expect(cloud.functions.active('queue-upload-router')).toBe(0);
  });

  it('refuses a second one on its state folder and on its port', async () => {
    const { port } = await start();
    await expect(start()).rejects.toThrow(/is in use by another running Parley/);
    const elsewhere = { assembly, port, state: path.join(folder, 'other') };
    await expect(startLocalCloud(elsewhere)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    // What was refused has let go of its folder.
    const third = await startLocalCloud({ ...elsewhere, port: 0 });
    clouds.push(third);
  });

  it('stops once, however often it is told to', async () => {
    const cloud = await start();
    await Promise.all([cloud.stop(), cloud.stop()]);
    await expect(get(cloud.port, 'app.localhost', '/api/health')).rejects.toThrow();
  });
});

describe('npm start', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const run = (...options: string[]) =>
    launch(process.execPath, ['--import', 'tsx', 'bin/local.ts', ...options]);

  function launch(command: string, args: readonly string[]) {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const exited = new Promise<number | null>((done) => child.once('exit', done));
    return {
      child,
      exited,
      output: () => output,
      ready: () => expect.poll(() => output).toMatch(/^ready http:\/\/localhost:\d+$/m),
    };
  }

  it(
    'says once when it is ready, lets the smoke test and the comparison of all accounts through, and stops on Ctrl-C',
    async () => {
      const port = await freePort();
      // As on AWS: the firewall of the edge, too, looks at what the smoke test sends.
      const parley = run('--aws-like', '--port', String(port), '--state', path.join(folder, 'state'));
      await parley.ready();
      expect(parley.output().match(/^ready http:\/\/localhost:\d+$/gm)).toEqual([
        `ready http://localhost:${port}`,
      ]);
      expect((await get(port, 'app.localhost', '/api/health')).status).toBe(200);
      expect(JSON.parse((await get(port, 'app.localhost', '/config.json')).body)).toMatchObject({
        stage: 'local',
        appOrigin: `http://app.localhost:${port}`,
        userPoolEndpoint: `http://127.0.0.1:${port}`,
      });
      expect((await get(port, 'localhost', '/')).body).toContain('<html');
      const command = (...words: string[]) =>
        launch(process.execPath, ['--import', 'tsx', ...words, '--state', path.join(folder, 'state')]);
      const smoke = command('bin/smoke.ts');
      expect(await smoke.exited, smoke.output()).toBe(0);
      expect(smoke.output()).toMatch(/ms {2}a visitor asks, and is answered\n.*the account is deleted/);
      const compared = command('bin/admin.ts', 'reconcile');
      expect(await compared.exited, compared.output()).toBe(0);
      expect(compared.output()).toMatch(/[1-9]\d* accounts compared/);
      parley.child.kill('SIGINT');
      expect(await parley.exited).toBe(0);
    },
    SLOW,
  );

  it(
    'starts again after a SIGKILL, on the same port and state',
    async () => {
      const port = String(await freePort());
      const options = ['--no-demo', '--port', port, '--state', path.join(folder, 'state')];
      const first = run(...options);
      await first.ready();
      first.child.kill('SIGKILL');
      await first.exited;
      const second = run(...options);
      await second.ready();
      second.child.kill('SIGTERM');
      expect(await second.exited).toBe(0);
    },
    SLOW,
  );

  it(
    'frees its port when npm is ended',
    async () => {
      const port = await freePort();
      const options = ['--no-demo', '--port', String(port), '--state', path.join(folder, 'state')];
      const npm = launch('npm', ['start', '--', ...options]);
      await npm.ready();
      npm.child.kill('SIGTERM');
      await expect
        .poll(() =>
          get(port, 'app.localhost', '/api/health').then(
            () => 'up',
            () => 'down',
          ),
        )
        .toBe('down');
    },
    SLOW,
  );

  it(
    'says in one line what a person can put right, and fails',
    async () => {
      const taken = await listening();
      const busy = run('--port', String(taken.port), '--state', path.join(folder, 'state'));
      expect(await busy.exited).toBe(1);
      expect(busy.output()).toContain(`port ${taken.port} is in use`);
      taken.close();

      writeFileSync(path.join(folder, 'thesis.txt'), '');
      const wrong = run('--port', '0', '--state', folder);
      expect(await wrong.exited).toBe(1);
      expect(wrong.output()).toContain('is no state folder');

      const odd = run('--prot', '4000');
      expect(await odd.exited).toBe(2);
      expect(odd.output()).toContain('usage: npm start');
    },
    SLOW,
  );
});
