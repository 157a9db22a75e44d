import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { type OutputChunk, rolldown } from 'rolldown';
import { FONT_FILES } from '#platform/font-files';
import { filesUnder } from './fingerprint';

const TRIGGERS = ['http', 'socket', 'queue', 'stream', 'schedule', 'auth'];
/**
 * How esbuild makes a script of our modules. CommonJS: packages of the old kind require what Node has, and what V8
 * compiles of it can be kept, of a module not (infra/local/runtime/lambda/load-bundle.ts).
 */
export const COMMON_JS = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  // What the local cloud and the tests run on; Lambda's runtime is newer.
  target: 'node20',
  outExtension: { '.js': '.cjs' },
  // Where a script lies, which `import.meta.url` would say of a module.
  banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  define: { 'import.meta.url': 'moduleUrl' },
  // `require`, later: a script that comes from what V8 has kept can't say import().
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Folder of what functions have in common, where they share. */
export const SHARED = 'shared';

/** Entries that are bundled at a time: all at once esbuild held 3.1 GB for them, eight at a time 0.9 GB. */
const AT_A_TIME = 6;

/**
 * Bundles every entry: `functions/http/bots/bots.ts` becomes `http-bots/index.cjs`, and a part that runs beside it
 * (`functions/queue/ingest.extraction.ts`) `queue-ingest/extraction.cjs`. Writes what has changed only and returns the
 * names of those bundles. The metafile beside them says what is in each.
 */
export async function buildFunctions(root: string, outdir: string): Promise<readonly string[]> {
  const all = Object.entries(await entries(root));
  const metafile: Metafile = { inputs: {}, outputs: {} };
  const written = new Set<string>();
  for (let first = 0; first < all.length; first += AT_A_TIME) {
    const made = await build({
      ...optionsOf(root, outdir, Object.fromEntries(all.slice(first, first + AT_A_TIME))),
      sourcemap: 'linked',
      sourcesContent: false,
    });
    for (const name of await write(made.outputFiles, outdir)) written.add(name);
    Object.assign(metafile.inputs, made.metafile.inputs);
    Object.assign(metafile.outputs, made.metafile.outputs);
  }
  return finish(root, outdir, metafile, written);
}

/**
 * The same for a laptop, at a sixth of the work: what several functions have in common is bundled once, into files that
 * they share. Each loads more files so, and more code than it needs, which a deployed one does not.
 */
export async function buildSharing(root: string, outdir: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: await entries(root),
    platform: 'node',
    resolve: { mainFields: [...MAIN_FIELDS], alias: { [CREDENTIALS]: ROLE_CREDENTIALS } },
    transform: { target: COMMON_JS.target, define: DEFINE },
    treeshake: {
      moduleSideEffects: [{ test: new RegExp(`/node_modules/${MARKS_NOTHING}/`), sideEffects: false }],
    },
    experimental: { lazyBarrel: true },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({
    dir: outdir,
    format: 'cjs',
    dynamicImportInCjs: COMMON_JS.supported['dynamic-import'],
    entryFileNames: '[name].cjs',
    chunkFileNames: `${SHARED}/[hash].cjs`,
    minify: true,
    comments: false,
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const written = await write(
    chunks.map(({ fileName, code }) => ({ path: path.join(outdir, fileName), contents: Buffer.from(code) })),
    outdir,
  );
  written.delete(SHARED);
  return finish(root, outdir, madeOf(root, outdir, chunks), written);
}

/** Which sources are in which file. */
function madeOf(root: string, outdir: string, chunks: readonly OutputChunk[]): Made {
  const relative = (file: string) => path.relative(root, file);
  const outputs = chunks.map(({ fileName, moduleIds }) => [
    relative(path.join(outdir, fileName)),
    { inputs: Object.fromEntries(moduleIds.map((file) => [relative(file), {}])) },
  ]);
  return { outputs: Object.fromEntries(outputs) };
}

/** As much of what a bundler says of its work as is read here. */
interface Made {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** Packages' ES modules first: only they can be shaken. */
const MAIN_FIELDS = ['module', 'main'];
/** Forgot to say that its modules have no effects, so that what is not used of it can be left out. */
const MARKS_NOTHING = 'dynamodb-toolbox';
/** A function has the credentials of its role, and needs no other way to some. */
const CREDENTIALS = '@aws-sdk/credential-provider-node';
const ROLE_CREDENTIALS = fileURLToPath(new URL('role-credentials.ts', import.meta.url));
const DEFINE = { 'process.env.NODE_ENV': '"production"' };

function optionsOf(root: string, outdir: string, entryPoints: Readonly<Record<string, string>>) {
  return {
    ...COMMON_JS,
    absWorkingDir: root,
    entryPoints,
    outdir,
    write: false,
    mainFields: [...MAIN_FIELDS],
    plugins: [dropUnused(MARKS_NOTHING)],
    alias: { [CREDENTIALS]: ROLE_CREDENTIALS },
    minify: true,
    legalComments: 'none',
    metafile: true,
    define: { ...COMMON_JS.define, ...DEFINE },
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

/** Puts beside the code what it reads, and takes away what is no part of it any more. */
async function finish(
  root: string,
  outdir: string,
  made: Made,
  written: ReadonlySet<string>,
): Promise<readonly string[]> {
  await copyFonts(root, made);
  await copyPdfFiles(root, made);
  await removeOthers(
    outdir,
    Object.keys(made.outputs).map((file) => path.resolve(root, file)),
  );
  await writeFile(path.join(outdir, 'meta.json'), JSON.stringify(made));
  return [...written].sort();
}

/**
 * Lets esbuild leave out what is not used of a package whose modules have no effects and do not say so. They have a
 * namespace of their own: asked of every import there is, a question to this process costs more than all of bundling.
 */
function dropUnused(name: string): Plugin {
  return {
    name: `drop-unused-${name}`,
    setup(setup) {
      const module = (file: string) => ({ path: file, namespace: name, sideEffects: false });
      setup.onResolve(
        { filter: new RegExp(`^${name}(/|$)`), namespace: 'file' },
        async ({ path: wanted, kind, resolveDir }) =>
          module((await setup.resolve(wanted, { kind, resolveDir, namespace: name })).path),
      );
      setup.onResolve({ filter: /^\./, namespace: name }, ({ path: wanted, importer }) =>
        module(path.resolve(path.dirname(importer), wanted)),
      );
      setup.onLoad({ filter: /./, namespace: name }, async ({ path: file }) => ({
        contents: await readFile(file),
        resolveDir: path.dirname(file),
      }));
    },
  };
}

/** Entries by the name of their output, from the triggers' folders. */
async function entries(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const trigger of TRIGGERS) {
    const folder = path.join(root, 'functions', trigger);
    for (const file of await filesUnder(folder)) {
      if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
      const [name = '', part = 'index'] = path.basename(file, '.ts').split('.');
      found[`${trigger}-${name}/${part}`] = file;
    }
  }
  return found;
}

/** Puts fonts beside the bundles that read them: on Lambda there are no packages to find them in. */
async function copyFonts(root: string, { outputs }: Made): Promise<void> {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (!('functions/platform/font-files.ts' in inputs)) continue;
    const folder = path.dirname(path.resolve(root, output));
    for (const font of Object.values(FONT_FILES))
      await copyFile(path.join(root, 'node_modules', font), path.join(folder, path.basename(font)));
  }
}

/** The same with what pdf.js reads: which characters fonts of Chinese, Japanese and Korean PDFs hold, and decoders. */
async function copyPdfFiles(root: string, { outputs }: Made): Promise<void> {
  const pdfjs = path.join(root, 'node_modules/pdfjs-dist');
  for (const [output, { inputs }] of Object.entries(outputs)) {
    const folder = path.dirname(path.resolve(root, output));
    if ('functions/core/reading/pdf-engine.ts' in inputs)
      await cp(path.join(pdfjs, 'cmaps'), path.join(folder, 'cmaps'), { recursive: true });
    if (!('functions/core/reading/pdf-pictures.ts' in inputs)) continue;
    await mkdir(path.join(folder, 'wasm'), { recursive: true });
    for (const file of DECODERS)
      await copyFile(path.join(pdfjs, 'wasm', file), path.join(folder, 'wasm', file));
  }
}

/** Of scanners' pictures and of JPEG 2000, with their licences. */
const DECODERS = [
  'jbig2.wasm',
  'openjpeg.wasm',
  'LICENSE_JBIG2',
  'LICENSE_OPENJPEG',
  'LICENSE_PDFJS_JBIG2',
  'LICENSE_PDFJS_OPENJPEG',
];

/** Only files that differ are written: what watches the folder sees which bundles are new. */
async function write(
  outputFiles: readonly Pick<OutputFile, 'path' | 'contents'>[],
  outdir: string,
): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const { path: file, contents } of outputFiles) {
    const known = await readFile(file).catch(() => undefined);
    if (known?.equals(contents)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
    changed.add(path.relative(outdir, path.dirname(file)));
  }
  return changed;
}

/**
 * Bundles whose entry is gone, and code that is no part of its bundle any more, must not be deployed: Lambda would load
 * an `index.mjs` that an earlier build left before `index.cjs`.
 */
async function removeOthers(outdir: string, files: readonly string[]): Promise<void> {
  await mkdir(outdir, { recursive: true });
  const written = new Set(files.map((file) => path.relative(outdir, file)));
  const bundles = new Set([...written].map((file) => path.dirname(file)));
  for (const bundle of await readdir(outdir)) {
    if (!bundles.has(bundle)) {
      await rm(path.join(outdir, bundle), { recursive: true });
      continue;
    }
    for (const file of await readdir(path.join(outdir, bundle))) {
      const isCode = /\.[cm]?js(\.map)?$/.test(file);
      if (isCode && !written.has(path.join(bundle, file))) await rm(path.join(outdir, bundle, file));
    }
  }
}
