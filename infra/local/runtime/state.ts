import { createHash } from 'node:crypto';
import {
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
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new StateError(`the state folder ${path} can't be made: ${(error as Error).message}`);
  }
  readMark(path);
  const lock = await acquire(lockPath(path), path);
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

function readMark(path: string): void {
  const mark = join(path, MARK);
  if (!existsSync(mark)) {
    const others = readdirSync(path).filter((name) => name !== LOCK);
    if (others.length > 0) {
      throw new StateError(
        `${path} is no state folder: it holds ${others.slice(0, 3).join(', ')}. Name an empty or a new one with --state`,
      );
    }
    try {
      writeFileSync(mark, `${JSON.stringify({ format: FORMAT })}\n`);
    } catch (error) {
      throw new StateError(`the state folder ${path} can't be written: ${(error as Error).message}`);
    }
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
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
        throw new StateError(`the state folder ${path} can't be locked: ${(error as Error).message}`);
      }
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
