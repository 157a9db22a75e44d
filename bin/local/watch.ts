import path from 'node:path';
import type { LocalCloud } from '#infra/local/start';
import { build, LOCAL } from '../build';
import { watchPath } from '../build/watch-path';
import { publishLocally } from './publish';

export interface Watching {
  /** The one that runs now: a restart makes another. */
  cloud(): LocalCloud;
  /** Synthesizes, stops what runs, and starts what is new. */
  restart(): Promise<void>;
  log(line: string): void;
}

/** What the templates are made from besides the functions. */
const INFRASTRUCTURE = [
  'bin/app.ts',
  'cdk.json',
  'dist/site/.inline-code.json',
  'infra/config',
  'infra/constructs',
  'infra/stacks',
];
const QUIET_MS = 150;

/** Rebuilds and reloads what changes: functions in place, static files by publishing, infrastructure by a restart. */
export async function watchForChanges(root: string, { cloud, restart, log }: Watching): Promise<void> {
  // One at a time: a function that is reloaded while its cloud restarts would belong to neither.
  let last = Promise.resolve();
  const inTurn = (what: string, work: () => Promise<void> | void) => {
    last = last.then(work).catch((error: unknown) => {
      log(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    });
  };

  await build({
    mode: 'development',
    only: LOCAL,
    watch: (rebuilt) => {
      if ('error' in rebuilt) return log(`${rebuilt.target}: ${rebuilt.error.message}`);
      inTurn(rebuilt.target, async () => {
        if (rebuilt.target !== 'local') {
          await publishLocally(root, cloud());
          return log(`${rebuilt.target}: published`);
        }
        for (const bundle of rebuilt.bundles) cloud().functions.reload(bundle);
        if (rebuilt.bundles.length > 0) log(`functions: reloaded ${rebuilt.bundles.join(', ')}`);
      });
    },
  });

  let quiet: NodeJS.Timeout | undefined;
  for (const input of INFRASTRUCTURE) {
    watchPath(path.join(root, input), () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        inTurn('infrastructure', async () => {
          log('infrastructure: restarting');
          await restart();
          log(`ready ${cloud().addresses.root}`);
        });
      }, QUIET_MS);
    });
  }
}
