import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';

const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src');
/** What the last two years' browsers run; the oldest feature that we use is toSpliced. */
const TARGET = ['chrome115', 'firefox115', 'safari16.4'];
const LANGUAGES = ['en', 'de'];
const OPTIONS = {
  bundle: true,
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  target: TARGET,
  write: false,
  metafile: true,
  plugins: [cssText()],
} satisfies BuildOptions;

/**
 * Properties by which the widget's own parts know each other, and nothing outside does: neither the wire nor a page.
 * They are the same short ones in each file, which saves a hundred bytes of what has to be loaded.
 */
export const INTERNAL_NAMES = [
  'about',
  'advance',
  'answerTo',
  'awaitPerson',
  'canContinue',
  'composer',
  'connect',
  'connection',
  'continueLast',
  'decorate',
  'decorateWith',
  'drop',
  'elements',
  'emit',
  'enclosure',
  'flush',
  'forget',
  'full',
  'grant',
  'hint',
  'icon',
  'isAway',
  'isClosed',
  'isNew',
  'isOpen',
  'isOpening',
  'isOver',
  'isWithPerson',
  'knows',
  'lastId',
  'leave',
  'measure',
  'merge',
  'onChange',
  'panel',
  'poll',
  'prepare',
  'problem',
  'recall',
  'regenerate',
  'said',
  'scrollToEnd',
  'seen',
  'seenThrough',
  'setOpen',
  'since',
  'startAnew',
  'storageKey',
  'tellRead',
  'toggleMenu',
  'turns',
  'waiting',
  'unsent',
  'keepUnsent',
  'unlessLeft',
  'described',
  'describe',
  'render',
  'sendMessage',
  'listMessages',
] as const;
/**
 * A short name for each of them. No property that the widget reads of others is one letter long, or begins with `_`. In an
 * order that compresses well, which is chance: swap some at random and keep what is smaller.
 */
const SHORT_NAMES =
  '_f k l B A K n i m p Y G w Z _ g P _j r E y h J U $ u S x q b _k _a s t a _i R F _d f e T o v j H D c X O z L W _c V C d _g Q N _e _b _h M I';
const SHORTENED = {
  mangleProps: new RegExp(`^(?:${INTERNAL_NAMES.join('|')})$`),
  mangleCache: Object.fromEntries(
    INTERNAL_NAMES.map((name, at) => [name, SHORT_NAMES.split(' ')[at] ?? `_${at}`]),
  ),
};

/** Stands where a stage's root origin belongs; publishing puts it there, since the build knows no stage. */
const ROOT_ORIGIN = 'https://root-origin.invalid';

/**
 * Builds the widget into a folder: `widget.js`, the loader under its fixed name, and under names that change with
 * their content, so that browsers may keep them for ever, `w/LANGUAGE-HASH.js`, the chat, and `w/page-HASH.js` and
 * `w/extras.LANGUAGE-HASH.js`, which the chat loads where they are needed. Returns the source files whose code is in them.
 */
export async function buildWidget(outdir: string): Promise<{ readonly inputs: readonly string[] }> {
  const page = await buildModule('page.ts', {});
  const pageFile = `page-${hashOf([page.code])}.js`;
  const parts = await Promise.all(LANGUAGES.map((language) => buildChat(language, pageFile)));
  const chats = parts.map(({ chat }) => chat);
  const extras = parts.map((part) => part.extras);
  const chatFile = `-${hashOf(chats.map(({ code }) => code))}.js`;
  const loader = await build({
    ...OPTIONS,
    entryPoints: [path.join(SOURCE, 'loader.ts')],
    format: 'iife',
    // It would say so by itself, at a kilobyte that is full.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    define: {
      CHAT_FILE: '"CHAT_FILE"',
      LAUNCHER_STYLE: JSON.stringify(await styleOf(path.join(SOURCE, 'launcher.css'))),
    },
  });
  await rm(outdir, { recursive: true, force: true });
  await mkdir(path.join(outdir, 'w'), { recursive: true });
  await writeFile(path.join(outdir, 'widget.js'), put({ CHAT_FILE: chatFile }, textOf(loader)));
  await writeFile(path.join(outdir, 'w', pageFile), page.code);
  for (const { file, code } of extras) await writeFile(path.join(outdir, 'w', file), code);
  for (const { language, code } of chats) await writeFile(path.join(outdir, 'w', language + chatFile), code);
  return {
    inputs: [...chats, ...extras, page, loader].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  };
}

/** The chat of a language, and what only some of its conversations need. */
async function buildChat(language: string, pageFile: string) {
  const extras = await buildModule('extras.ts', {}, language);
  const file = `extras.${language}-${hashOf([extras.code])}.js`;
  const values = { PAGE_FILE: pageFile, EXTRAS_FILE: file, ROOT_ORIGIN };
  return {
    chat: { language, ...(await buildModule('app.ts', values, language)) },
    extras: { file, ...extras },
  };
}

/** A module with the values of its constants put in, and the texts of its language. */
async function buildModule(file: string, values: Readonly<Record<string, string>>, language = 'en') {
  const built = await build({
    ...OPTIONS,
    plugins: [...OPTIONS.plugins, textsOf(language)],
    entryPoints: [path.join(SOURCE, file)],
    format: 'esm',
    define: Object.fromEntries(Object.keys(values).map((name) => [name, JSON.stringify(name)])),
  });
  // Of what is bundled: before, the names of texts would count as properties, and none would be dropped.
  const { code } = await transform(textOf(built), {
    ...SHORTENED,
    minify: true,
    charset: 'utf8',
    target: TARGET,
  });
  return { code: put(values, code), metafile: built.metafile };
}

/** Puts values in the place of their names, behind the minifier: it names by letters' frequency, which a hash would change. */
function put(values: Readonly<Record<string, string>>, code: string): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replace(name, () => value), code);
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 8).toUpperCase();
}

function textOf({
  outputFiles: [file],
}: {
  readonly outputFiles: readonly { readonly text: string }[];
}): string {
  if (!file) throw new Error('esbuild wrote no file');
  return file.text;
}

/** Puts a language's file in the place of all texts: their names go, and so does what a part does not use. */
function textsOf(language: string): Plugin {
  const file = path.join(SOURCE, 'strings', `${language}.ts`);
  return {
    name: 'texts',
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
  return `@layer parley{${tighter(code.trim())}}`;
}

/** Without what the minifier leaves: quotes around words, and spaces in a variable's value. */
function tighter(css: string): string {
  return css
    .replace(/="([a-z]+)"/g, '=$1')
    .replace(/(--[\w-]+): /g, '$1:')
    .replace(/(,|\)) (?=[#!])/g, '$1');
}
