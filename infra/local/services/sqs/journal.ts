import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { StateError } from '#infra/local/runtime/state';

/**
 * What happened, a line a commit. A line is handed to the operating system before `append` returns, so that
 * SIGKILL loses nothing; one torn by it is cut off at the next start, and its commit was then never answered.
 */
export class Journal<Entry> {
  private constructor(
    private readonly file: string,
    private descriptor: number,
    private written: number,
  ) {}

  /** Opens a journal and tells all that is in it. */
  static open<Entry>(file: string, replay: (entry: Entry) => void): Journal<Entry> {
    const found = existsSync(file) ? readLines<Entry>(file, replay) : { bytes: 0, entries: 0 };
    const descriptor = openSync(file, 'a', 0o600);
    ftruncateSync(descriptor, found.bytes);
    return new Journal<Entry>(file, descriptor, found.entries);
  }

  /** Entries that were appended since the journal was last rewritten. */
  get length(): number {
    return this.written;
  }

  /** All of the entries or none. */
  append(entries: readonly Entry[]): void {
    writeAll(this.descriptor, `${JSON.stringify(entries)}\n`);
    this.written += entries.length;
  }

  /** Puts these entries in place of all that was said before. */
  rewrite(entries: Iterable<Entry>): void {
    const fresh = `${this.file}.new`;
    const descriptor = openSync(fresh, 'w', 0o600);
    for (const entry of entries) writeAll(descriptor, `${JSON.stringify([entry])}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(fresh, this.file);
    closeSync(this.descriptor);
    this.descriptor = openSync(this.file, 'a', 0o600);
    this.written = 0;
  }

  close(): void {
    fsyncSync(this.descriptor);
    closeSync(this.descriptor);
  }
}

/** Tells every whole line; gives how much there is of them. */
function readLines<Entry>(file: string, replay: (entry: Entry) => void): { bytes: number; entries: number } {
  const content = readFileSync(file);
  let bytes = 0;
  let entries = 0;
  for (let line = 1; ; line++) {
    const end = content.indexOf('\n', bytes);
    if (end === -1) return { bytes, entries };
    for (const entry of parseLine<Entry>(content.subarray(bytes, end).toString(), file, line)) {
      replay(entry);
      entries++;
    }
    bytes = end + 1;
  }
}

function parseLine<Entry>(text: string, file: string, line: number): Entry[] {
  try {
    return JSON.parse(text) as Entry[];
  } catch (cause) {
    throw new StateError(`${file} is damaged at line ${line}: restore it, or remove it to start empty`, {
      cause,
    });
  }
}

function writeAll(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
