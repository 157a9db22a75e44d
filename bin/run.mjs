import { readFile } from 'node:fs/promises';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

/*
 * `node bin/run.mjs FILE.ts …` runs a command as `tsx` does, with a third of the processor: its sources become one
 * script, which requires packages, where each of 300 files was asked for, read and made by itself.
 */
const [, , name, ...words] = process.argv;
const file = path.resolve(name);
const { outputFiles } = await build({
  entryPoints: [file],
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'cjs',
  target: `node${process.versions.node}`,
  sourcemap: 'inline',
  sourcesContent: false,
  outfile: file,
  write: false,
  logLevel: 'silent',
  plugins: [{ name: 'own-addresses', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, withOwnAddress) }],
}).catch(({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
await stop();

process.argv = [process.execPath, file, ...words];
process.setSourceMapsEnabled(true);
const script = new Module(file);
script.filename = file;
script.paths = Module._nodeModulePaths(path.dirname(file));
script._compile(outputFiles[0].text, file);

/** Says of each source where it lies itself, and not the script. */
async function withOwnAddress({ path: source }) {
  const text = await readFile(source, 'utf8');
  return {
    contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href)),
    loader: 'ts',
  };
}
