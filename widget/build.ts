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
  target: TARGET,
  write: false,
  metafile: true,
  plugins: [cssText()],
} satisfies BuildOptions;

/**
 * Builds the widget into a folder: `widget.js`, the loader under its fixed name, and `w/LANGUAGE-HASH.js`, the
 * chat, under names that change with its content, so that browsers may keep it for ever. Returns the source
 * files whose code is in them.
 */
export async function buildWidget(outdir: string): Promise<{ readonly inputs: readonly string[] }> {
  const chats = await Promise.all(LANGUAGES.map(buildChat));
  const hash = createHash('sha256');
  for (const { code } of chats) hash.update(code);
  const chatFile = `-${hash.digest('hex').slice(0, 8).toUpperCase()}.js`;
  const loader = await build({
    ...OPTIONS,
    entryPoints: [path.join(SOURCE, 'loader.ts')],
    format: 'iife',
    define: { CHAT_FILE: JSON.stringify(chatFile) },
  });
  await rm(outdir, { recursive: true, force: true });
  await mkdir(path.join(outdir, 'w'), { recursive: true });
  await writeFile(path.join(outdir, 'widget.js'), textOf(loader));
  for (const { language, code } of chats) await writeFile(path.join(outdir, 'w', language + chatFile), code);
  return { inputs: [...chats, loader].flatMap(({ metafile }) => Object.keys(metafile.inputs)) };
}

async function buildChat(language: string) {
  const built = await build({
    ...OPTIONS,
    entryPoints: [path.join(SOURCE, 'app.ts')],
    format: 'esm',
    define: { LANGUAGE: JSON.stringify(language) },
  });
  return { language, code: textOf(built), metafile: built.metafile };
}

function textOf({
  outputFiles: [file],
}: {
  readonly outputFiles: readonly { readonly text: string }[];
}): string {
  if (!file) throw new Error('esbuild wrote no file');
  return file.text;
}

/** Gives a style sheet to the code that imports it as text, minified. */
function cssText(): Plugin {
  return {
    name: 'css-text',
    setup(setup) {
      setup.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
        const { code } = await transform(await readFile(file, 'utf8'), {
          loader: 'css',
          minify: true,
          target: TARGET,
          legalComments: 'none',
        });
        return { contents: code.trim(), loader: 'text' };
      });
    },
  };
}
