import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';

const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src');
const PARTS = path.join(SOURCE, 'parts');
/** What the last two years' browsers run; the oldest feature that we use is toSpliced. */
const TARGET = ['chrome115', 'firefox115', 'safari16.4'];
const LANGUAGES = ['en', 'de'] as const;
type Language = (typeof LANGUAGES)[number];

/** Stands where a stage's root origin belongs; publishing puts it there, since the build knows no stage. */
const ROOT_ORIGIN = 'https://root-origin.invalid';

/** A part's file exports its part by this name; what else is in the folder is used by parts. */
const EXPORT = /^export function create\(/m;

interface BuiltFile {
  readonly name: string;
  readonly code: string;
  /** Source files whose code is in it. */
  readonly inputs: readonly string[];
}

/**
 * Builds the widget into a folder: `widget.js`, the loader under its fixed name, and under names that change with
 * their content, so that browsers may keep them for ever, `w/LANGUAGE-HASH.js`, the chat, and
 * `w/PART.LANGUAGE-HASH.js`, each part that the chat loads where it is needed. Returns the source files whose code is
 * in them.
 */
export async function buildWidget(outdir: string): Promise<{ readonly inputs: readonly string[] }> {
  const chats = await Promise.all(LANGUAGES.map((language) => buildChat(language)));
  const loader = await bundle('loader.ts', {
    format: 'iife',
    define: defined({
      CHAT_FILES: Object.fromEntries(chats.map(({ language, chat }) => [language, chat.name])),
      LAUNCHER_STYLE: await styleOf(path.join(SOURCE, 'launcher.css')),
    }),
  });
  const later = chats.flatMap(({ chat, parts }) => [chat, ...parts]);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(path.join(outdir, 'w'), { recursive: true });
  await writeFile(path.join(outdir, 'widget.js'), loader.code);
  for (const { name, code } of later) await writeFile(path.join(outdir, 'w', name), code);
  return { inputs: [...later, loader].flatMap(({ inputs }) => inputs) };
}

/** The chat in a language, and the parts that it loads later, whose names end in one hash of all of them. */
async function buildChat(language: Language) {
  const names = await partNames();
  const options = { plugins: [cssText(), stringsOf(language)] };
  const built = await Promise.all(names.map((name) => bundle(`parts/${name}.ts`, options)));
  const ending = `.${language}-${hashOf(built.map(({ code }) => code).join())}.js`;
  const parts = built.map((part, at): BuiltFile => ({ ...part, name: `${names[at]}${ending}` }));
  const { code, inputs } = await bundle('app.ts', {
    ...options,
    define: defined({ ROOT_ORIGIN, PART_ENDING: ending }),
  });
  const chat: BuiltFile = { name: `${language}-${hashOf(code)}.js`, code, inputs };
  return { language, chat, parts };
}

/** Files of the folder that export a part. */
async function partNames(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const file of (await readdir(PARTS)).filter((name) => name.endsWith('.ts')).sort())
    if (EXPORT.test(await readFile(path.join(PARTS, file), 'utf8'))) names.push(path.basename(file, '.ts'));
  return names;
}

/** Each file stands for itself: what a part shares with the chat is small, and a file of its own would be one more to wait for. */
async function bundle(file: string, options: BuildOptions): Promise<Pick<BuiltFile, 'code' | 'inputs'>> {
  const built = await build({
    bundle: true,
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    format: 'esm',
    target: TARGET,
    metafile: true,
    entryPoints: [path.join(SOURCE, file)],
    ...options,
    write: false,
  });
  const [output] = built.outputFiles ?? [];
  if (!output) throw new Error(`esbuild wrote no file for ${file}`);
  return { code: output.text, inputs: sourcesOf(built.metafile?.inputs ?? {}) };
}

/** Without what stands for the values that are put in. */
function sourcesOf(inputs: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(inputs).filter((file) => !file.startsWith('<define:'));
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
}

/** Puts a language's file in the place of all texts; those that a file does not use are not in it. */
function stringsOf(language: Language): Plugin {
  const file = path.join(SOURCE, 'strings', `${language}.ts`);
  return {
    name: 'strings',
    setup(setup) {
      setup.onResolve({ filter: /\/strings$/ }, () => ({ path: file }));
    },
  };
}

/** Gives a style sheet to the code that imports it as text, minified. */
function cssText(): Plugin {
  return {
    name: 'css-text',
    setup(setup) {
      setup.onLoad({ filter: /\.css$/ }, async ({ path: file }) => ({
        contents: await styleOf(file),
        loader: 'text',
      }));
    },
  };
}

async function styleOf(file: string): Promise<string> {
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'css',
    minify: true,
    target: TARGET,
    legalComments: 'none',
  });
  // In a layer of ours, so that a customer's own rules go before it whatever they select by.
  return `@layer parley{${code.trim()}}`;
}
