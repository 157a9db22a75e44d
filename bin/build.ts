import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BuildCache, type Inputs } from './build/fingerprint';
import { buildFunctions, buildSharing } from './build/functions';
import { watchPath } from './build/watch-path';

/** `local`: the functions as they run on a laptop. */
export type Target = 'functions' | 'local' | 'web' | 'landing' | 'widget';

/** In development the dashboard tells which texts it misses; it is otherwise the same build. */
export type Mode = 'production' | 'development';

export interface BuildOptions {
  /** Default: production. */
  readonly mode?: Mode;
  /** Default: what is deployed. */
  readonly only?: readonly Target[];
  /** Goes on building when sources change, and is told what was built, or why it failed. */
  readonly watch?: (rebuilt: Rebuilt) => void;
  readonly log?: (line: string) => void;
}

export type Rebuilt =
  /** `bundles`: the functions whose code has changed. */
  | { readonly target: Target; readonly bundles: readonly string[] }
  | { readonly target: Target; readonly error: Error };

export interface Build {
  /** Ends watching. */
  stop(): void;
}

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const DIST = path.join(ROOT, 'dist');

interface Recipe extends Inputs {
  /** Returns the functions that changed, if any. */
  build(mode: Mode): Promise<readonly string[]>;
  /** Whether what it builds depends on the mode. */
  readonly isModal?: true;
}

/** What browsers run of the use cases: no more than words, search and flows. */
const PURE = ['functions/core/text', 'functions/core/retrieval', 'functions/core/bots'];
const TOOLS = ['package-lock.json', 'tsconfig.json', 'bin/build.ts', 'bin/build'];

const PAGES = ['web', 'landing', 'widget'] as const;
const DEPLOYED: readonly Target[] = ['functions', ...PAGES];
/** What `npm start` runs. */
export const LOCAL: readonly Target[] = ['local', ...PAGES];

const RECIPES: Readonly<Record<Target, Recipe>> = {
  functions: {
    inputs: ['functions', ...TOOLS],
    outputs: ['dist/functions/meta.json'],
    build: () => buildFunctions(ROOT, path.join(DIST, 'functions')),
  },
  local: {
    inputs: ['functions', ...TOOLS],
    outputs: ['dist/local/meta.json'],
    build: () => buildSharing(ROOT, path.join(DIST, 'local')),
  },
  web: {
    // The dashboard mounts the real widget.
    inputs: ['web', 'widget', 'functions/contract', ...PURE, ...TOOLS],
    outputs: ['dist/web/index.html', 'dist/web/sw.js'],
    isModal: true,
    build: async (mode) => {
      const { build: viteBuild } = await import('vite');
      const environment = process.env.NODE_ENV;
      try {
        await viteBuild({
          root: path.join(ROOT, 'web'),
          configFile: path.join(ROOT, 'web', 'vite.config.ts'),
          mode,
          logLevel: 'warn',
          build: { outDir: path.join(DIST, 'web'), emptyOutDir: true },
        });
      } finally {
        // Vite sets it for the whole process, which may go on to run the local cloud.
        if (environment === undefined) delete process.env.NODE_ENV;
        else process.env.NODE_ENV = environment;
      }
      const { buildServiceWorker } = await import('../web/sw/build');
      await buildServiceWorker(path.join(DIST, 'web'));
      return [];
    },
  },
  landing: {
    inputs: [
      'web/landing',
      'web/src/theme/tokens.css',
      'web/src/i18n/language-list.ts',
      'web/src/lib',
      'web/public/locales',
      'functions/contract',
      'package.json',
      ...TOOLS,
    ],
    outputs: ['dist/site/.inline-code.json', 'dist/site/landing/en.html', 'dist/site/landing/root-en.html'],
    build: async () => {
      const { buildLanding } = await import('../web/landing/build');
      await buildLanding(path.join(DIST, 'site'));
      return [];
    },
  },
  widget: {
    inputs: ['widget', 'functions/contract', ...TOOLS],
    outputs: ['dist/widget/widget.js', 'dist/widget/w'],
    build: async () => {
      const { buildWidget } = await import('../widget/build');
      await buildWidget(path.join(DIST, 'widget'));
      return [];
    },
  },
};

/**
 * Builds what has changed since the last time; what hasn't is left as it is. One after the other: each uses all
 * processors, and together they would hold two gigabytes.
 */
export async function build(options: BuildOptions = {}): Promise<Build> {
  const targets = options.only ?? DEPLOYED;
  const log = options.log ?? (() => {});
  const mode = options.mode ?? 'production';
  for (const target of targets) await run(target, mode, log);
  return options.watch ? watch(targets, mode, options.watch, log) : { stop() {} };
}

/** What V8 lets young objects take before it looks at them, and Rolldown's allocator, which else keeps what was freed. */
const YOUNG = '--max-semi-space-size=4';
const GIVING_BACK = { MIMALLOC_PURGE_DELAY: '0' };
const THIS = ['bin/run.mjs', 'bin/build.ts'];

/**
 * The same of what runs on a laptop, in a process of its own, which ends: bundling takes ten times the memory of what runs
 * afterwards, and the heap of a process that goes on is never given back. Nothing is started where nothing has changed.
 */
export async function buildApart({ mode = 'production' }: Pick<BuildOptions, 'mode'> = {}): Promise<void> {
  const current = await Promise.all(LOCAL.map((target) => cacheOf(target, mode).isCurrent()));
  const stale = LOCAL.filter((_, place) => !current[place]);
  if (stale.length === 0) return;
  const child = spawn(process.execPath, [YOUNG, ...THIS, ...stale, `--mode=${mode}`], {
    cwd: ROOT,
    env: { ...process.env, ...GIVING_BACK },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new BuildError('The build failed: what stands above says where.');
}

/** Told by its message alone. */
export class BuildError extends Error {}

function cacheOf(target: Target, mode: Mode): BuildCache {
  const recipe = RECIPES[target];
  return new BuildCache(ROOT, target, { ...recipe, variant: recipe.isModal ? mode : '' });
}

async function run(target: Target, mode: Mode, log: (line: string) => void): Promise<readonly string[]> {
  const cache = cacheOf(target, mode);
  if (await cache.isCurrent()) {
    log(`${target}: up to date`);
    return [];
  }
  const begun = performance.now();
  let changed: readonly string[] = [];
  await cache.during(async () => {
    changed = await RECIPES[target].build(mode);
  });
  log(`${target}: built in ${Math.round(performance.now() - begun)} ms`);
  return changed;
}

/** Editors write a file in several steps: a build begins when it has been quiet for this long. */
const QUIET_MILLISECONDS = 60;

function watch(
  targets: readonly Target[],
  mode: Mode,
  report: (rebuilt: Rebuilt) => void,
  log: (line: string) => void,
) {
  const pending = new Map<Target, NodeJS.Timeout>();
  // One build at a time; a change in the middle of one starts another.
  let last = Promise.resolve();

  async function rebuild(target: Target): Promise<void> {
    try {
      report({ target, bundles: await run(target, mode, log) });
    } catch (error) {
      report({ target, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  function changed(target: Target): void {
    clearTimeout(pending.get(target));
    const start = () => {
      last = last.then(() => rebuild(target));
    };
    pending.set(target, setTimeout(start, QUIET_MILLISECONDS));
  }

  const folders = new Set(targets.flatMap((target) => RECIPES[target].inputs));
  const watchers = [...folders]
    .filter((input) => existsSync(path.join(ROOT, input)))
    .map((input) =>
      watchPath(path.join(ROOT, input), () => {
        for (const target of targets) if (RECIPES[target].inputs.includes(input)) changed(target);
      }),
    );
  return {
    stop() {
      for (const unwatch of watchers) unwatch();
      for (const timer of pending.values()) clearTimeout(timer);
    },
  };
}

async function main(): Promise<void> {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = names.filter((name) => !(name in RECIPES));
  if (unknown.length > 0) {
    throw new Error(
      `No target is named ${unknown.join(', ')}; there are ${Object.keys(RECIPES).join(', ')}.`,
    );
  }
  const watching = process.argv.includes('--watch');
  const isDevelopment = process.argv.includes('--mode=development');
  await build({
    ...(names.length > 0 && { only: names as Target[] }),
    mode: isDevelopment ? 'development' : 'production',
    ...(watching && {
      watch: (rebuilt) => {
        if ('error' in rebuilt) console.error(`${rebuilt.target}: ${rebuilt.error.message}`);
      },
    }),
    log: (line) => console.log(line),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
