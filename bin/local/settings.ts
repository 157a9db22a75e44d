import path from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm start -- [--port 4000] [--state .local]   run Parley
       npm run dev -- [--port 4000] [--state .local]  run it, and reload what changes
       with --aws-like: indexes that lag, items that go late, models with a quota, as on AWS (--seed 1: which chances)
       with --no-demo: without the bots of the chat demo and the help centre`;

export interface Settings {
  readonly port: number;
  /** Absolute. */
  readonly state: string;
  readonly watch: boolean;
  /** The seed of its chances, where it is to be as bad as AWS. */
  readonly awsLike: string | null;
  /** Whether the stage gets the bots of its chat demo and help centre. */
  readonly demo: boolean;
  readonly help: boolean;
}

/** A command line that can't be meant; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command line asks for; `root` is where the repository lies. */
export function readSettings(args: readonly string[], root: string): Settings {
  const { port, state, watch, help, seed, 'aws-like': awsLike, 'no-demo': withoutDemo } = parse(args, root);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(
      `--port ${port || "''"} is no port: give a number from 1 to 65535, or 0 for any that is free`,
    );
  if (state.trim() === '') throw new UsageError('--state names no folder');
  return {
    port: Number(port),
    state: path.resolve(state),
    watch,
    awsLike: awsLike ? seed : null,
    demo: !withoutDemo,
    help,
  };
}

function parse(args: readonly string[], root: string) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4000' },
        state: { type: 'string', default: path.join(root, '.local') },
        watch: { type: 'boolean', default: false },
        'aws-like': { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        'no-demo': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // Node's own words name the option, and go on to explain how a value could begin with a dash.
    throw new UsageError(String((error as Error).message).split('. ')[0]);
  }
}
