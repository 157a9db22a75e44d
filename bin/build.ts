import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild, type Plugin } from 'esbuild';
import { build as vite } from 'vite';
import { buildWidget } from '../widget/build';

export type BuildTarget = 'functions' | 'web' | 'widget';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(ROOT, 'dist');
/** Folders of `functions/` whose files are each a Lambda of its own. */
const TRIGGERS = ['http', 'socket', 'queue', 'stream', 'schedule', 'auth'];

interface Recipe {
  /** Files and folders that the result depends on, besides the locked dependencies. */
  readonly inputs: readonly string[];
  /** What must be there for the result to count as built. */
  readonly output: string;
  run(): Promise<void>;
}

const RECIPES: Readonly<Record<BuildTarget, Recipe>> = {
  functions: {
    inputs: ['functions', 'bin/build.ts', 'tsconfig.json'],
    output: 'functions',
    run: buildFunctions,
  },
  web: { inputs: ['web', 'functions/contract'], output: 'web/index.html', run: buildWeb },
  widget: {
    inputs: ['widget', 'functions/contract'],
    output: 'widget/widget.js',
    run: () => buildWidget(path.join(DIST, 'widget')),
  },
};

/**
 * Builds what has changed since it was last built, by the content of its inputs. Returns the targets that
 * were built.
 */
export async function build({
  only = ['functions', 'web', 'widget'],
}: {
  readonly only?: readonly BuildTarget[];
} = {}): Promise<BuildTarget[]> {
  const built: BuildTarget[] = [];
  for (const target of only) {
    const recipe = RECIPES[target];
    const stamp = path.join(ROOT, '.cache', 'build', target);
    const hash = await hashInputs(recipe.inputs);
    const isFresh = (await readFile(stamp, 'utf8').catch(() => null)) === hash;
    if (isFresh && (await exists(path.join(DIST, recipe.output)))) continue;
    // Without its stamp a build that breaks off is never taken for a finished one.
    await rm(stamp, { force: true });
    await recipe.run();
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, hash);
    built.push(target);
  }
  return built;
}

/**
 * One esbuild call for all functions: `http/bots.ts` becomes `dist/functions/http-bots/index.mjs`, and
 * `queue/ingest.extraction.ts`, a thread of the ingest function, `dist/functions/queue-ingest/extraction.mjs`.
 */
async function buildFunctions(): Promise<void> {
  const outdir = path.join(DIST, 'functions');
  const entryPoints = await functionEntries();
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await esbuild({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    // Class and function names stand in logs and in errors.
    keepNames: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import'],
    alias: {
      '@aws-sdk/credential-provider-node': path.join(ROOT, 'functions/platform/lambda-credentials.ts'),
    },
    plugins: [dropUnused('dynamodb-toolbox')],
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Dependencies that are CommonJS call require, which an ES module lacks.
    banner: { js: "import{createRequire as cr}from'node:module';const require=cr(import.meta.url);" },
  });
  await writeFile(path.join(outdir, 'meta.json'), JSON.stringify(metafile));
}

/** Lets esbuild leave out what is not used of a package that forgot to say that its modules have no effects. */
function dropUnused(name: string): Plugin {
  return {
    name: `drop-unused-${name}`,
    setup(build) {
      build.onResolve({ filter: /^/ }, async ({ path: wanted, importer, resolveDir, kind, pluginData }) => {
        const isInside = wanted.startsWith('.') && importer.includes(`/node_modules/${name}/`);
        if (pluginData === name || (wanted !== name && !isInside)) return undefined;
        const { path: resolved } = await build.resolve(wanted, {
          importer,
          resolveDir,
          kind,
          pluginData: name,
        });
        return { path: resolved, sideEffects: false };
      });
    },
  };
}

async function functionEntries(): Promise<{ in: string; out: string }[]> {
  const entries = await Promise.all(
    TRIGGERS.map(async (trigger) => {
      const names = await readdir(path.join(ROOT, 'functions', trigger)).catch(() => []);
      return names
        .filter((name) => name.endsWith('.ts'))
        .map((name) => {
          const [entry = '', part = 'index'] = name.slice(0, -'.ts'.length).split('.');
          return { in: `functions/${trigger}/${name}`, out: `${trigger}-${entry}/${part}` };
        });
    }),
  );
  return entries.flat();
}

async function buildWeb(): Promise<void> {
  await vite({ configFile: path.join(ROOT, 'web', 'vite.config.ts'), logLevel: 'warn' });
}

async function hashInputs(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of ['package-lock.json', ...inputs]) {
    for (const file of await filesBelow(path.join(ROOT, input))) {
      hash.update(path.relative(ROOT, file)).update('\0');
      hash.update(await readFile(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Every file below a folder, or the file itself, in an order that does not change. */
async function filesBelow(at: string): Promise<string[]> {
  const entries = await readdir(at, { withFileTypes: true }).catch(() => null);
  if (!entries) return [at];
  const nested = await Promise.all(
    entries.map((entry) => {
      const child = path.join(at, entry.name);
      return entry.isDirectory() ? filesBelow(child) : [child];
    }),
  );
  return nested.flat().sort();
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await build();
  console.log(built.length > 0 ? `built ${built.join(', ')}` : 'nothing has changed');
}
