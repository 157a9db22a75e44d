import { parseArgs } from 'node:util';

export interface Command {
  readonly parts: readonly string[];
  /** Undefined: the repo's own corpus. */
  readonly data: string | undefined;
  /** How long `start` is in use, with a hundred documents; 0 for two minutes with one. How long a model is asked; 0 for all. */
  readonly minutes: number;
  readonly model: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** Something that the caller can put right; its message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE =
  'usage: npm run bench -- [quick] [--only NAME[,NAME…]] [--data DIR] [--minutes N] [--model] [--json]';

/** What is looked at before each landing: counts, sizes, and times as ratios to what does nothing. */
export const QUICK = ['chat', 'costs', 'imports', 'sizes'];

/** What is asked for. Parts come in the order of `names`, whatever the order they are asked for in. */
export function parseCommand(args: readonly string[], names: readonly string[]): Command {
  const { values, positionals } = optionsOf(args);
  const { only, data, model, json, help } = values;
  const minutes = Number(values.minutes);
  const other = positionals.find((word) => word !== 'quick');
  if (other !== undefined) throw new UsageError(`${JSON.stringify(other)} is not understood (${USAGE})`);
  const wanted =
    only?.flatMap((value) => value.split(',')).map((name) => name.trim()) ??
    (positionals.length > 0 ? QUICK : undefined);
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no part ${JSON.stringify(unknown)}: there are ${names.join(', ')}`);
  }
  if (!(minutes >= 0)) throw new UsageError('--minutes needs a number');
  if (data === '') throw new UsageError('--data needs a folder');
  return { parts: names.filter((name) => wanted?.includes(name) ?? true), data, minutes, model, json, help };
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true },
        data: { type: 'string' },
        minutes: { type: 'string', default: '0' },
        model: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    // Node's first sentence says what is wrong; the next ones tell how to pass such a thing after all.
    const [problem = ''] = (error as Error).message.split(/\.?\s*\n|\. /);
    throw new UsageError(`${problem} (${USAGE})`);
  }
}
