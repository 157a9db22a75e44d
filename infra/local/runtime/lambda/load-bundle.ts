import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

interface Bundle {
  readonly exports: Exports;
  /** Writes down what V8 has compiled so far of what isn't there already. */
  keepCode(): void;
}
type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads a function's module, and the files that it requires by a relative path. Of CommonJS, what V8 compiled for another
 * instance is taken from `codeFolder` and kept there, a file each: compiling is half of what a start costs. Node does so
 * itself (`NODE_COMPILE_CACHE`), from version 22 on. Such a script can't say import(), since what V8 keeps forgets who
 * would do it; the build leaves none in.
 */
export async function loadBundle(url: string, codeFolder: string | undefined): Promise<Bundle> {
  if (codeFolder === undefined || !url.endsWith('.cjs'))
    return { exports: await import(url), keepCode: () => {} };

  const main = fileURLToPath(url);
  const unkept: CompiledScript[] = [];
  const modules = new Map<string, { readonly exports: Exports }>();
  const load = (file: string): Exports => {
    const known = modules.get(file);
    if (known) return known.exports;
    const source = readFileSync(file, 'utf8');
    // V8 itself tells sources apart by their length only.
    const hash = createHash('sha256').update(process.version).update(source).digest();
    const kept = join(codeFolder, relative(dirname(main), file).replace(/\W+/g, '-'));
    const cachedData = read(kept, hash);
    const script = new Script(wrap(source), { filename: file, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) unkept.push({ file: kept, hash, script });
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
    exports: load(main),
    keepCode: () => unkept.splice(0).forEach(write),
  };
}

interface CompiledScript {
  /** Where it is kept: by the script's own name, so that a change takes the place of what was before it. */
  readonly file: string;
  readonly hash: Buffer;
  readonly script: Script;
}

/** Nothing where there is none, or one of another source. */
function read(file: string, hash: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    return kept.subarray(0, hash.length).equals(hash) ? kept.subarray(hash.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another instance may read it now. One that can't be written is compiled again next time. */
function write({ file, hash, script }: CompiledScript): void {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(fresh, Buffer.concat([hash, script.createCachedData()]));
    renameSync(fresh, file);
  } catch {}
}
