import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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
const LOCK = 'lock';

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
    release: () => new Promise((released) => lock.close(() => released())),
  };
}

async function open(path: string): Promise<Server> {
  mkdirSync(path, { recursive: true });
  readMark(path);
  // Asked for here: the lock may lie elsewhere, and a missing right would be met in the middle of a start.
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  return acquire(lockPath(path), path);
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
    const others = readdirSync(path).filter((name) => name !== LOCK);
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
 * A socket that this process listens on. Unlike a file with a process id it can't outlive its owner: what a
 * killed process left behind answers nobody, and is taken over.
 */
function lockPath(path: string): string {
  const real = realpathSync(path);
  const digest = createHash('sha256').update(real).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\parley-${digest}`;
  const inside = join(real, LOCK);
  // Longer addresses are cut by the operating system.
  return Buffer.byteLength(inside) < 100 ? inside : join(tmpdir(), `parley-${digest}.lock`);
}

async function acquire(socketPath: string, path: string): Promise<Server> {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      return await listen(socketPath);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    if (await answers(socketPath)) break;
    rmSync(socketPath, { force: true });
  }
  throw new StateError(
    `the state folder ${path} is in use by another running Parley. Stop that one, or name another folder with --state`,
  );
}

function listen(socketPath: string): Promise<Server> {
  return new Promise((done, failed) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', failed);
    server.listen(socketPath, () => {
      server.unref();
      done(server);
    });
  });
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
}
