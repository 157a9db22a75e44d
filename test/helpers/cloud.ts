import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { publishLocally } from '#bin/local/publish';
import { compiledFolder } from '#bin/local/synthesize';
import { asOnAws } from '#infra/local/runtime/aws-like';
import type { Meter } from '#infra/local/runtime/meter';
import { type LocalCloud, startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly, ROOT } from './assembly';

export { addressOf, asOperator, type CloudAddress, prepareAssembly } from './assembly';

export interface SharedCloud extends CloudAddress {
  /** Folder of its state. */
  readonly state: string;
}

/** A cloud of this process: its functions can be killed, its models fail, it can be stopped and started again. */
export interface OwnCloud extends SharedCloud {
  readonly cloud: LocalCloud;
  /** What it logged, for a test that fails. */
  readonly log: readonly string[];
  /** Stops it and removes its state. */
  remove(): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    cloud: SharedCloud;
    assembly: string;
  }
}

/** The cloud that all tests of this run share; each makes accounts of its own. */
export function sharedCloud(): SharedCloud {
  return inject('cloud');
}

/**
 * Starts a cloud of its own, on a free port and fresh state unless told otherwise. With `state` it goes on with what
 * another left there; that folder is then the caller's to remove.
 */
export async function startCloud(
  options: {
    readonly state?: string;
    readonly port?: number;
    /** Whether its buckets hold the pages, which browsers open and the API does not need; default: they do. */
    readonly pages?: boolean;
    /** Is told what AWS would charge for. */
    readonly meter?: Meter;
    /** Of functions, over what the template gives them. */
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<OwnCloud> {
  const state = options.state ?? (await mkdtemp(join(tmpdir(), 'parley-cloud-')));
  const log: string[] = [];
  const cloud = await startLocalCloud({
    assembly: inject('assembly') ?? (await prepareAssembly()),
    port: options.port ?? 0,
    state,
    compiled: compiledFolder(ROOT),
    log: (line) => log.push(line),
    ...awsLike(),
    ...(options.meter && { meter: options.meter }),
    ...(options.environment && { environment: options.environment }),
  });
  if (options.pages ?? true) await publishLocally(ROOT, cloud);
  return {
    ...addressOf(cloud),
    cloud,
    state,
    log,
    async remove() {
      await cloud.stop();
      if (!options.state) await rm(state, { recursive: true, force: true });
    },
  };
}

/** `AWS_LIKE=SEED npx vitest run …` has the same tests run where indexes lag, items go late and models have a quota. */
function awsLike() {
  const { AWS_LIKE: seed } = process.env;
  return seed ? { awsLike: asOnAws(seed) } : {};
}

/** Where the shared cloud says what it does. */
const SHARED_LOG = join(ROOT, '.cache', 'test-cloud.log');

/** The shared cloud itself, for the process that runs the tests. */
export async function startSharedCloud(
  assembly: string,
): Promise<{ address: SharedCloud; stop(): Promise<void> }> {
  const state = await mkdtemp(join(tmpdir(), 'parley-shared-'));
  await mkdir(dirname(SHARED_LOG), { recursive: true });
  const log = createWriteStream(SHARED_LOG);
  const cloud = await startLocalCloud({
    assembly,
    port: 0,
    state,
    compiled: compiledFolder(ROOT),
    log: (line) => log.write(`${line}\n`),
    ...awsLike(),
  });
  await publishLocally(ROOT, cloud);
  return {
    address: { ...addressOf(cloud), state },
    async stop() {
      await cloud.stop();
      log.end();
      await rm(state, { recursive: true, force: true });
    },
  };
}
