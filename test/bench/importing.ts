import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** In the process that imports: Node's own start is not the module's. */
const IMPORT = `
const [begun, cpu] = [performance.now(), process.cpuUsage()];
if (process.argv[1]) await import(process.argv[1]);
const took = process.cpuUsage(process.argv[1] ? cpu : undefined);
console.log(JSON.stringify({ ms: performance.now() - begun, cpuMs: (took.user + took.system) / 1000 }));
process.exit();`;

export interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

/** What a module takes to import, in a process of its own; without one, what a process takes that does nothing. */
export async function imported(
  module = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Took> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', IMPORT, ...(module ? [module] : [])],
    { env: { ...process.env, AWS_REGION: 'eu-central-1', ...environment } },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Took;
}

const NOTHINGS = 10;

/** Milliseconds of a processor that each of several processes takes that do nothing: the load of the machine is theirs too. */
export async function nothings(): Promise<readonly number[]> {
  const took: number[] = [];
  for (let count = 0; count < NOTHINGS; count++) took.push((await imported()).cpuMs);
  return took;
}
