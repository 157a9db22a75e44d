import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { StateError } from './state';

/** A change of one record: `value` undefined removes it. */
export interface RecordChange {
  readonly collection: string;
  readonly key: string;
  readonly value: unknown;
}

/**
 * Small state kept in memory and written ahead to one file, a line a commit. A commit is handed to the operating
 * system before it returns, so that SIGKILL loses nothing; a line torn by it is dropped at the next start, and
 * its commit was then never answered.
 */
export interface Records {
  get<T>(collection: string, key: string): T | undefined;
  values<T>(collection: string): readonly T[];
  /** All changes or none. */
  commit(...changes: readonly RecordChange[]): void;
  close(): void;
}

/** Lines past which a file that is mostly history is rewritten when it is opened. */
const COMPACT_AFTER = 1_000;

export function openRecords(file: string): Records {
  const collections = new Map<string, Map<string, unknown>>();
  const apply = ({ collection, key, value }: RecordChange) => {
    const records = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, records);
    if (value === undefined) records.delete(key);
    else records.set(key, value);
  };

  const { commits, torn } = existsSync(file) ? readCommits(file) : { commits: [], torn: false };
  for (const commit of commits) for (const change of commit) apply(change);
  let live = 0;
  for (const records of collections.values()) live += records.size;
  // A torn last line must go before anything is appended to it.
  if (torn || commits.length > COMPACT_AFTER + 2 * live) rewrite(file, collections);

  const descriptor = openSync(file, 'a', 0o600);
  let open = true;
  return {
    get: <T>(collection: string, key: string) => collections.get(collection)?.get(key) as T | undefined,
    values: <T>(collection: string) => [...(collections.get(collection)?.values() ?? [])] as T[],
    commit(...changes) {
      if (!open) throw new Error(`${file} is closed`);
      writeAll(descriptor, `${JSON.stringify(changes)}\n`);
      for (const change of changes) apply(change);
    },
    close() {
      if (!open) return;
      open = false;
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

function readCommits(file: string): { commits: RecordChange[][]; torn: boolean } {
  const lines = readFileSync(file, 'utf8').split('\n');
  // Every whole line ends in a line feed: what follows the last one was never finished.
  const torn = lines.pop() !== '';
  const commits = lines.map((line, index) => {
    try {
      return JSON.parse(line) as RecordChange[];
    } catch (cause) {
      throw new StateError(
        `${file} is damaged at line ${index + 1}: restore it, or remove it to start empty`,
        {
          cause,
        },
      );
    }
  });
  return { commits, torn };
}

function rewrite(file: string, collections: ReadonlyMap<string, ReadonlyMap<string, unknown>>): void {
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w', 0o600);
  for (const [collection, records] of collections) {
    for (const [key, value] of records) {
      writeAll(descriptor, `${JSON.stringify([{ collection, key, value }])}\n`);
    }
  }
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(fresh, file);
}

function writeAll(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
