import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RecentBytes } from './recent-bytes';

/** Contents up to this size are read at once, larger ones as they are sent. */
const WHOLE_BYTES = 1024 * 1024;

/** So much of what was read whole is kept in memory: nothing stale can come of it, since no content ever changes. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Contents of objects, each an immutable file that appears whole or not at all. */
export class Blobs {
  private readonly made = new Set<string>();
  private readonly kept = new RecentBytes(KEPT_BYTES);

  private constructor(
    private readonly folder: string,
    private readonly unfinished: string,
  ) {}

  static async open(directory: string): Promise<Blobs> {
    const blobs = new Blobs(join(directory, 'blobs'), join(directory, 'unfinished'));
    await rm(blobs.unfinished, { recursive: true, force: true });
    await mkdir(blobs.unfinished, { recursive: true });
    await mkdir(blobs.folder, { recursive: true });
    return blobs;
  }

  async write(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    const id = randomUUID();
    const temporary = join(this.unfinished, id);
    await writeFile(temporary, content, { mode: 0o600 });
    const shard = join(this.folder, id.slice(0, 2));
    if (!this.made.has(shard)) {
      await mkdir(shard, { recursive: true });
      this.made.add(shard);
    }
    await rename(temporary, this.pathOf(id));
    return id;
  }

  /**
   * Bytes `start` up to and with `end` of the `size` that there are; others read the same array, nobody writes to it.
   * The file is opened at once: who reads it outlives its removal.
   */
  async read(
    id: string,
    { start, end, size }: { readonly start: number; readonly end: number; readonly size: number },
  ): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
    const known = this.kept.get(id);
    if (known) return start === 0 && end === size - 1 ? known : known.subarray(start, end + 1);
    const file = await open(this.pathOf(id));
    if (end - start < WHOLE_BYTES) {
      try {
        const content = Buffer.alloc(Math.max(0, end - start + 1));
        await file.read(content, 0, content.length, start);
        if (content.length === size) this.kept.add(id, content);
        return content;
      } finally {
        await file.close();
      }
    }
    return file.createReadStream({ start, end });
  }

  /** The contents of several blobs, one after the other. */
  async *concatenate(ids: readonly string[]): AsyncIterable<Uint8Array> {
    for (const id of ids) yield* createReadStream(this.pathOf(id));
  }

  async remove(id: string): Promise<void> {
    this.kept.delete(id);
    await rm(this.pathOf(id), { force: true });
  }

  /** Removes what a kill left behind: contents whose object was never written, or already gone. */
  async keepOnly(isReferenced: (id: string) => boolean): Promise<void> {
    for (const shard of await readdir(this.folder)) {
      for (const id of await readdir(join(this.folder, shard))) {
        if (!isReferenced(id)) await this.remove(id);
      }
    }
  }

  private pathOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id);
  }
}
