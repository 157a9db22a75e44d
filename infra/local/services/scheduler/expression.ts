import { Cron } from 'croner';
import { instantOf, nearestInstant, wallTime } from './zoned-time';

/** When a schedule runs. */
export interface Occurrences {
  readonly kind: 'at' | 'rate' | 'cron';
  /** The first at or after an instant, or null when there is none any more. `anchor`: where a rate begins. */
  from(instant: number, anchor: number): number | null;
}

/** Thrown for an expression that EventBridge Scheduler would refuse. */
export class InvalidExpression extends Error {
  override readonly name = 'InvalidExpression';
}

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Reads `at(…)`, `rate(…)` or `cron(…)`, by the clocks of a time zone. A rate's day has 24 hours, whatever they do. */
export function readExpression(expression: string, zone: string): Occurrences {
  const [, kind, argument = ''] = /^(at|rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'at') return readAt(argument, zone);
  if (kind === 'rate') return readRate(argument);
  if (kind === 'cron') return readCron(argument, zone);
  throw new InvalidExpression(expression);
}

function readAt(argument: string, zone: string): Occurrences {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(argument) ? Date.parse(`${argument}Z`) : Number.NaN;
  // JavaScript's dates roll over: 31 February is none.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== argument)
    throw new InvalidExpression(`at(${argument})`);
  const instant = nearestInstant(wall, zone);
  return { kind: 'at', from: (after) => (instant >= after ? instant : null) };
}

function readRate(argument: string): Occurrences {
  const [, count = '', unit = ''] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(argument) ?? [];
  if (!count) throw new InvalidExpression(`rate(${argument})`);
  const every = Number(count) * UNITS[unit as keyof typeof UNITS];
  return {
    kind: 'rate',
    from: (instant, anchor) => anchor + Math.max(0, Math.ceil((instant - anchor) / every)) * every,
  };
}

/** Times that clocks leave out when they are put forward are skipped; those that they show twice come once. */
function readCron(argument: string, zone: string): Occurrences {
  const pattern = readPattern(argument);
  return {
    kind: 'cron',
    from(instant) {
      // The pattern is followed on the wall clock alone, a second back since it looks for what comes after.
      let wall: Date | null = new Date(wallTime(instant, zone) - 1000);
      for (;;) {
        wall = pattern.nextRun(wall);
        if (!wall) return null;
        const found = instantOf(wall.getTime(), zone);
        if (found !== undefined && found >= instant) return found;
      }
    },
  };
}

/** Most that a field with steps can be. */
const MOST = [59, 23, 31, 12, 7, 2199] as const;

/** AWS's, by field; croner takes more. */
const ALLOWED = [
  /^[\d,\-*/]+$/,
  /^[\d,\-*/]+$/,
  /^[\d,\-*/?LW]+$/,
  /^[\dA-Z,\-*/]+$/i,
  /^(?!.*(?<![#/])[089])[\dA-Z,\-*/?#]+$/i,
  /^[\d,\-*/]+$/,
] as const;

/** AWS's six fields; croner's begin with seconds, and a step needs a range. */
function readPattern(argument: string): Cron {
  const refused = new InvalidExpression(`cron(${argument})`);
  const fields = argument.trim().split(/\s+/);
  const [, , dayOfMonth, , dayOfWeek] = fields;
  // One of the two says nothing.
  if (!ALLOWED.every((allowed, index) => allowed.test(fields[index] ?? ''))) throw refused;
  if (fields.length !== 6 || (dayOfMonth === '?') === (dayOfWeek === '?')) throw refused;
  const ranged = fields.map((field, index) =>
    field.replace(/(?<=^|,)(\w+)\/(?=\d)/g, (_, start: string) => `${start}-${MOST[index]}/`),
  );
  try {
    return new Cron(`0 ${ranged.join(' ')}`, { timezone: 'UTC', alternativeWeekdays: true });
  } catch {
    throw refused;
  }
}
