import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

interface Bundle {
  readonly exports: Readonly<Record<string, unknown>>;
  /** Writes down what V8 has compiled so far, unless it is there already. */
  keepCode(): void;
}

/**
 * Loads a function's module. Of CommonJS, what V8 compiled for another instance is taken from `codeFile` and kept
 * there: compiling is half of what a start costs. Node does so itself (`NODE_COMPILE_CACHE`), from version 22 on. Such a
 * script can't say import(), since what V8 keeps forgets who would do it; the build leaves none in.
 */
export async function loadBundle(url: string, codeFile: string | undefined): Promise<Bundle> {
  if (codeFile === undefined || !url.endsWith('.cjs'))
    return { exports: await import(url), keepCode: () => {} };

  const file = fileURLToPath(url);
  const source = readFileSync(file, 'utf8');
  // V8 itself tells sources apart by their length only.
  const key = createHash('sha256').update(process.version).update(source).digest();
  const kept = read(codeFile);
  const cachedData = kept?.subarray(0, key.length).equals(key) ? kept.subarray(key.length) : undefined;
  const script = new Script(wrap(source), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  let isKept = cachedData !== undefined && !script.cachedDataRejected;
  return {
    exports: module.exports,
    keepCode() {
      if (isKept) return;
      isKept = true;
      write(codeFile, Buffer.concat([key, script.createCachedData()]));
    },
  };
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
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
