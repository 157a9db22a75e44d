import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a target is made from and what it leaves behind, as paths from the repository's root. */
export interface Inputs {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** What it was built as, where the same sources can become different things. */
  readonly variant?: string;
}

/** Hash over the names and the content of all files under the inputs. An input that doesn't exist is part of it. */
export async function fingerprint(root: string, inputs: readonly string[], variant = ''): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(variant);
  for (const input of [...inputs].sort()) {
    for (const file of await filesUnder(path.join(root, input))) {
      // At once: thousands of small files cost half a second more of processor by way of promises.
      hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Remembers, per target, the fingerprint that its outputs were built from. */
export class BuildCache {
  constructor(
    private readonly root: string,
    private readonly target: string,
    private readonly paths: Inputs,
  ) {}

  async isCurrent(): Promise<boolean> {
    if (!this.paths.outputs.every((output) => existsSync(path.join(this.root, output)))) return false;
    const known = await readFile(this.#file, 'utf8').catch(() => '');
    return known === (await this.#fingerprint());
  }

  /** The fingerprint is taken before the build, so that a file changed meanwhile is built again. */
  async during(build: () => Promise<void>): Promise<void> {
    const built = await this.#fingerprint();
    // A build that breaks off half-way must never be taken for a finished one.
    await rm(this.#file, { force: true });
    await build();
    await mkdir(path.dirname(this.#file), { recursive: true });
    await writeFile(this.#file, built);
  }

  #fingerprint(): Promise<string> {
    return fingerprint(this.root, this.paths.inputs, this.paths.variant);
  }

  get #file(): string {
    return path.join(this.root, '.cache', 'build', this.target);
  }
}

/** All files under a folder, in a stable order; of a file itself; nothing where there is nothing. */
export async function filesUnder(place: string): Promise<readonly string[]> {
  const kind = await stat(place).catch(() => undefined);
  if (!kind) return [];
  if (kind.isFile()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
