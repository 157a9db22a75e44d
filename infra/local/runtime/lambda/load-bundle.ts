import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { Script } from 'node:vm';

interface Bundle {
  readonly exports: Exports;
  /** Writes down what V8 has compiled so far, unless it is there already. */
  keepCode(): void;
}
type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads a function's module, and the files that it requires by a relative path. Of CommonJS, what V8 compiled for another
 * instance is taken from `codeFile` and kept there: compiling is half of what a start costs. Node does so itself
 * (`NODE_COMPILE_CACHE`), from version 22 on. Such a script can't say import(), since what V8 keeps forgets who would do
 * it; the build leaves none in.
 */
export async function loadBundle(url: string, codeFile: string | undefined): Promise<Bundle> {
  if (codeFile === undefined || !url.endsWith('.cjs'))
    return { exports: await import(url), keepCode: () => {} };

  const kept = read(codeFile);
  const scripts = new Map<string, Script>();
  const modules = new Map<string, { readonly exports: Exports }>();
  let isKept = true;
  const load = (file: string): Exports => {
    const known = modules.get(file);
    if (known) return known.exports;
    const source = readFileSync(file, 'utf8');
    // V8 itself tells sources apart by their length only.
    const key = createHash('sha256').update(process.version).update(source).digest('base64');
    const cachedData = kept.get(key);
    const script = new Script(wrap(source), { filename: file, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) isKept = false;
    scripts.set(key, script);
    const module = { exports: {} };
    modules.set(file, module);
    const folder = dirname(file);
    const others = createRequire(file);
    const require = (name: string) => (name.startsWith('.') ? load(join(folder, name)) : others(name));
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, Object.assign(require, others), module, file, folder);
    return module.exports;
  };
  return {
    exports: load(fileURLToPath(url)),
    keepCode() {
      if (isKept) return;
      isKept = true;
      write(
        codeFile,
        serialize(new Map([...scripts].map(([key, script]) => [key, script.createCachedData()]))),
      );
    },
  };
}

/** By a hash of the source; nothing where there is none, or half of it. */
function read(file: string): ReadonlyMap<string, Buffer> {
  try {
    return deserialize(readFileSync(file)) as ReadonlyMap<string, Buffer>;
  } catch {
    return new Map();
  }
}

/** Whole or not at all: another instance may read it now. One that can't be written is compiled again next time. */
function write(file: string, content: Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, content);
    renameSync(fresh, file);
  } catch {}
}
