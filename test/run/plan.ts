/** What `npm test` was asked for, and in which order it runs. */

/** Kinds of tests by their folder; what is in a folder of its own in another's comes first. */
export const KINDS = {
  unit: 'test/unit/',
  component: 'test/component/',
  infra: 'test/infra/',
  local: 'test/integration/local/',
  integration: 'test/integration/',
  e2e: 'test/e2e/',
} as const;
export type Kind = keyof typeof KINDS;

/** A run of vitest. Phases follow one another: what loads the machine differently is late when it runs together. */
export interface Phase {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** Projects of vitest.config.ts. */
  readonly projects: readonly string[];
  readonly workers: number;
  /** What vitest.config.ts is told. */
  readonly env?: Readonly<Record<string, string>>;
}

const COMPUTING: Phase = {
  name: 'unit, infra',
  kinds: ['unit', 'component', 'infra'],
  projects: ['unit', 'unit-stand-ins', 'component', 'infra'],
  // One more than the cores of a small machine: screens wait for what a user types a third of their time.
  workers: 3,
};
const EVERYTHING: readonly Phase[] = [
  COMPUTING,
  {
    name: 'cloud',
    kinds: ['local', 'integration'],
    projects: ['local', 'integration'],
    // More than the cores of a small machine: such a test waits for the cloud a good part of its time.
    workers: 3,
    // Where indexes lag, items go late, the firewall blocks and models have a quota, as on AWS.
    env: { AWS_LIKE: '1' },
  },
  // Three take a fifth longer than two, and more of the processors: ten files 154 s against 124.
  { name: 'browser', kinds: ['e2e'], projects: ['e2e'], workers: 2 },
];
const QUICK: readonly Phase[] = [
  {
    ...COMPUTING,
    kinds: ['unit', 'component'],
    projects: ['unit', 'unit-stand-ins', 'component'],
    env: { TEST_QUICK: '1' },
  },
];

const JUDGED = ['lint', 'types:node', 'types:pages'];
/** Also what tests of running systems are about, which they would otherwise build one after the other. */
const JUDGED_AND_BUILT = [...JUDGED, 'build'];

export interface Plan {
  readonly phases: readonly Phase[];
  /** Scripts of package.json that must succeed. */
  readonly checks: readonly string[];
  /** What vitest is told of which tests. */
  readonly filters: readonly string[];
  /** Each kind must have tests: one whose tests are not found at all would pass unseen. */
  readonly whole: boolean;
}

/** `quick`, `changed [BASE]` or paths; everything without a word. */
export function planOf([word, ...rest]: readonly string[]): Plan {
  if (word === undefined) return { phases: EVERYTHING, checks: JUDGED_AND_BUILT, filters: [], whole: true };
  if (word === 'quick') return { phases: QUICK, checks: JUDGED, filters: [], whole: true };
  if (word === 'changed')
    return {
      phases: EVERYTHING,
      checks: JUDGED_AND_BUILT,
      filters: ['--changed', rest[0] ?? 'HEAD'],
      whole: false,
    };
  const paths = [word, ...rest];
  const isOf = ({ kinds }: Phase) =>
    kinds.some((kind) =>
      paths.some(
        (path) => path.startsWith(KINDS[kind]) || KINDS[kind].startsWith(path) || !path.includes('/'),
      ),
    );
  return { phases: EVERYTHING.filter(isOf), checks: [], filters: paths, whole: false };
}

export function kindOf(file: string): Kind | undefined {
  return (Object.keys(KINDS) as Kind[]).find((kind) => file.startsWith(KINDS[kind]));
}
