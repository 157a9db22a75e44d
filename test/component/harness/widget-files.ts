import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildWidget } from '../../../widget/build';

/** The built widget, as a website loads it: what it imports comes from the folder of the build. */
interface WidgetFiles {
  readonly folder: string;
  readonly loader: string;
}

const LOADED = 'importWidgetFile';
const require = createRequire(import.meta.url);
let built: Promise<WidgetFiles> | undefined;
/** Tells of a file when it comes, or that it does not. */
let delivery: (file: string) => Promise<void> = async () => {};

/** Runs `widget.js` as the script element that stands in the page; returns the newest widget's element. */
export async function runLoader(script: HTMLScriptElement): Promise<HTMLElement | undefined> {
  built ??= build();
  const { folder, loader } = await built;
  Object.assign(globalThis, {
    [LOADED]: async (address: string) => {
      const file = path.basename(address);
      await delivery(file);
      return require(path.join(folder, 'w', file));
    },
  });
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  try {
    runInThisContext(loader);
    // Before its configuration has come, which may take it away.
    return [...document.querySelectorAll<HTMLElement>('div[data-widget-id]')].at(-1);
  } finally {
    Reflect.deleteProperty(document, 'currentScript');
  }
}

/** Files that do not come, until the function that is returned lets them come again, or the test is over. */
export function withholdFiles(named: RegExp): () => void {
  return deliver(async (file) => {
    if (named.test(file)) throw new TypeError(`Failed to fetch ${file}`);
  });
}

/** Files that are on their way, until the function that is returned lets them arrive. */
export function delayFiles(named: RegExp): () => void {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  deliver((file) => (named.test(file) ? arrival : Promise.resolve()));
  return arrive;
}

function deliver(by: typeof delivery): () => void {
  const stop = () => {
    delivery = async () => {};
  };
  delivery = by;
  onTestFinished(stop);
  return stop;
}

async function build(): Promise<WidgetFiles> {
  const folder = temporaryFolder();
  await buildWidget(folder);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  // No module loader of ours knows the addresses that a browser would ask a website for.
  const read = async (file: string) =>
    (await readFile(path.join(folder, file), 'utf8')).replaceAll(/\bimport\(/g, `${LOADED}(`);
  for (const name of await readdir(path.join(folder, 'w')))
    await writeFile(path.join(folder, 'w', name), await read(`w/${name}`));
  return { folder, loader: await read('widget.js') };
}
