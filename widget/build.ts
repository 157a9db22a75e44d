import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';

const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src');
/** What the last two years' browsers run; the oldest feature that we use is toSpliced. */
const TARGET = ['chrome115', 'firefox115', 'safari16.4'];
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
 * Builds the widget into a folder: `widget.js`, the loader under its fixed name, and `w/app-HASH.js`, the
 * chat, under a name that changes with its content, so that browsers may keep it for ever. Returns the source
 * files whose code is in them.
 */
export async function buildWidget(outdir: string): Promise<{ readonly inputs: readonly string[] }> {
  const app = await build({
    ...OPTIONS,
    entryPoints: [path.join(SOURCE, 'app.ts')],
    format: 'esm',
    entryNames: '[name]-[hash]',
    outdir: path.join(outdir, 'w'),
  });
  const [chat] = app.outputFiles;
  if (!chat) throw new Error('esbuild wrote no chat');
  const loader = await build({
    ...OPTIONS,
    entryPoints: [path.join(SOURCE, 'loader.ts')],
    format: 'iife',
    outfile: path.join(outdir, 'widget.js'),
    define: { APP_FILE: JSON.stringify(path.basename(chat.path)) },
  });
  await rm(outdir, { recursive: true, force: true });
  await mkdir(path.join(outdir, 'w'), { recursive: true });
  for (const file of [...app.outputFiles, ...loader.outputFiles]) await writeFile(file.path, file.contents);
  return { inputs: [app, loader].flatMap(({ metafile }) => Object.keys(metafile.inputs)) };
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
