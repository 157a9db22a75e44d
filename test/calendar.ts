/**
 * `npm run test:calendar`: unit, component and infrastructure tests with the machine's clock at days that differ from today, and
 * in other time zones. No test may depend on either. Needs `faketime`, from the package manager; takes about as many
 * times as long as these tests as there are days below. `-- DAY` runs those whose name contains DAY.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './run/report';

interface Day {
  readonly name: string;
  /** In UTC; today where there is none. */
  readonly at?: string;
  readonly timeZone?: string;
}

const DAYS: readonly Day[] = [
  { name: 'end of a year', at: '2026-12-31 23:20:00' },
  { name: 'leap day', at: '2028-02-29 12:00:00' },
  // In the hour before Europe's clocks change, at 01:00 UTC.
  { name: 'clocks go forward', at: '2027-03-28 00:30:00', timeZone: 'Europe/Berlin' },
  { name: 'clocks go back', at: '2027-10-31 00:30:00', timeZone: 'Europe/Berlin' },
  { name: 'Sunday', at: '2027-01-17 09:00:00' },
  { name: 'Auckland', timeZone: 'Pacific/Auckland' },
  { name: 'Los Angeles', timeZone: 'America/Los_Angeles' },
];

/** Timers go by the monotonic clock, which is left alone: they would run at once, or never. */
const REAL_TIMERS = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

if (spawnSync('faketime', ['--version']).error) {
  console.error('This needs faketime: apt-get install faketime');
  process.exit(1);
}

const [wanted = ''] = process.argv.slice(2);
const failed = DAYS.filter(({ name }) => name.includes(wanted)).filter((day) => !passes(day));
console.log(failed.length === 0 ? '\npassed on every day' : '');
for (const { name } of failed) console.log(`failed: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function passes({ name, at, timeZone = 'UTC' }: Day): boolean {
  console.log(`\n— ${name}${at ? `, ${at}` : ''}, ${timeZone} —\n`);
  const command = [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=test/vitest.config.ts',
    '--project=unit*',
    '--project=component',
    '--project=infra',
    '--reporter=dot',
  ];
  const [program = '', ...args] = at ? ['faketime', at, ...command] : command;
  // faketime reads the day in TZ; vitest.config.ts sets the zone for everything that it starts.
  const env = { ...process.env, ...REAL_TIMERS, TZ: 'UTC', TEST_TIME_ZONE: timeZone };
  return spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}
