import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ClassicLevel } from 'classic-level';

/** A state folder that can't be used; the message says why and what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

export interface StateFolder {
  readonly path: string;
  /** Makes and gives a folder within it. */
  folder(name: string): string;
  /** Lets another process have it. */
  release(): Promise<void>;
}

/** Grows when what lies in a state folder can no longer be read by what reads it now. */
const FORMAT = 1;
const MARK = 'parley-local.json';
/** Not `lock`: that may be a socket which an earlier version left. */
const LOCK = 'in-use';

/** Opens a state folder for this process alone, making it when it is missing. */
export async function openState(directory: string): Promise<StateFolder> {
  const path = resolve(directory);
  const lock = await open(path).catch((error: unknown) => {
    throw error instanceof StateError ? error : stateProblem(path, error as NodeJS.ErrnoException);
  });
  return {
    path,
    folder(name) {
      const inner = join(path, name);
      mkdirSync(inner, { recursive: true });
      return inner;
    },
    release: () => lock.close(),
  };
}

async function open(path: string): Promise<ClassicLevel> {
  mkdirSync(path, { recursive: true });
  readMark(path);
  // Asked for here: a missing right would be met in the middle of a start.
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  return acquire(path);
}

/** What a failure of the file system means for who named the folder. */
export function stateProblem(path: string, { code, message }: NodeJS.ErrnoException): StateError {
  const why = PROBLEMS[code ?? ''] ?? `it can't be used: ${message}`;
  return new StateError(`the state folder ${path}: ${why}. Name another folder with --state`);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of this name',
  ENOTDIR: 'a part of this path is a file',
  EACCES: 'you have no right to read and write there',
  EPERM: 'you have no right to read and write there',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

function readMark(path: string): void {
  const mark = join(path, MARK);
  if (!existsSync(mark)) {
    // Another starter may have made these just now.
    const others = readdirSync(path).filter((name) => name !== LOCK && name !== MARK);
    if (others.length > 0) {
      throw new StateError(
        `${path} is no state folder: it holds ${others.slice(0, 3).join(', ')}. Name an empty or a new one with --state`,
      );
    }
    writeFileSync(mark, `${JSON.stringify({ format: FORMAT })}\n`);
    return;
  }
  let format: unknown;
  try {
    format = (JSON.parse(readFileSync(mark, 'utf8')) as { format?: unknown }).format;
  } catch {
    throw new StateError(
      `the state folder ${path} is damaged: ${MARK} can't be read. Remove the folder to start empty`,
    );
  }
  if (format !== FORMAT) {
    throw new StateError(
      `the state folder ${path} was written by another version (format ${String(format)}, not ${FORMAT}). Remove it to start empty, or name another with --state`,
    );
  }
}

/**
 * The lock of a small database, which the operating system gives to one process and takes back when that ends, however
 * it ends: nothing that a killed process left behind has to be judged and removed, which two starters could do to each
 * other.
 */
async function acquire(path: string): Promise<ClassicLevel> {
  const lock = new ClassicLevel(join(path, LOCK));
  try {
    await lock.open();
    return lock;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code !== 'LEVEL_LOCKED') throw cause ?? error;
    throw new StateError(
      `the state folder ${path} is in use by another running Parley. Stop that one, or name another folder with --state`,
    );
  }
}
