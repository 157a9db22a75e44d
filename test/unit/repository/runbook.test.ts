import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RUNBOOK, type RunbookGroup } from '#infra/config/runbook';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGES = ['infra/DEPLOY.md', 'infra/RECOVERY.md', 'infra/config/runbook.ts', 'README.md'] as const;
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;

/** A file of tests and one of its names: where what a line tells to do is done, and seen to work. */
type Drill = readonly [file: string, test: string];

const OWN = 'test/integration/operator/runbook.test.ts';
const ADMIN = 'test/integration/operator/admin.test.ts';
const START = 'test/integration/local/npm-start.test.ts';
const RESTORE = 'test/integration/lifecycle/restore.test.ts';
const DEPLOY = 'test/unit/deploy/deploy.test.ts';
const RELEASES = 'test/infra/releases.test.ts';
const smoke: Drill = [START, 'lets the smoke test and the comparison of all accounts through'];
const sentBack: Drill = [OWN, 'what failed for good is listed, looked at, and done once it is sent back'];
const switchedOff: Drill = [OWN, 'models that are switched off answer no visitor'];
const readAnew: Drill = [OWN, 'documents are read anew, and the bot answers from what came of it'];
const accountLost: Drill = [RESTORE, 'an account that was lost whole signs in, and its bot answers again'];

/** What each group of alarms tells to do. Of consoles of AWS: that what is looked for there is there. */
const BY_ALARM: Readonly<Record<RunbookGroup, readonly Drill[]>> = {
  answers: [
    ['test/unit/answers/try-retrieval.test.ts', 'tells quotes, or a fallback, of a model that fails'],
    switchedOff,
  ],
  failed: [sentBack, [ADMIN, 'sends back from every queue']],
  late: [['test/infra/operations.test.ts', 'tell when the stream is followed too late']],
  errors: [
    ['test/unit/build/readable-stack.test.ts', 'a stack trace of a minified bundle names the lines'],
    [RELEASES, 'is taken back by alarms that there are'],
    [RELEASES, 'a release that is wanted now waits for no alarm'],
  ],
  limits: [['test/infra/bulkheads.test.ts', 'is as the stage says, and one number of several is enough']],
  callers: [['test/infra/apis.test.ts', 'of the %s API has route, end and time, and nobody’s address']],
  mail: [[ADMIN, 'bans a user at once, with a reason']],
  spending: [switchedOff],
};

/** Every command that the pages tell an operator to run. */
const BY_COMMAND: Readonly<Record<string, Drill>> = {
  'admin message': [OWN, 'what became of a message is told by its conversation'],
  'admin promote': [
    'test/unit/operator/admin/users.test.ts',
    'is given once by an operator to the person of an address',
  ],
  'admin reconcile': smoke,
  'admin reindex': [OWN, 'lists that lost an entry have it again'],
  bench: [
    'test/integration/conversations/costs.test.ts',
    'a conversation of five questions and answers costs what is planned',
  ],
  'billing:prices': [OWN, 'prices that are there are not made again'],
  deploy: [DEPLOY, 'is refused where the release that is live writes what this one does not read'],
  drill: [RESTORE, 'drill: a table that lost every item has all of them back'],
  'models off': switchedOff,
  'models on': switchedOff,
  'models status': switchedOff,
  rebuild: readAnew,
  'redrive list': sentBack,
  'redrive send': sentBack,
  'redrive show': sentBack,
  restore: accountLost,
  smoke,
  stack: ['test/unit/build/readable-stack.test.ts', 'a stack trace of a minified bundle names the lines'],
};

/** What else they tell to do, by the words that tell it. */
const BY_STEP: Readonly<Record<string, Drill>> = {
  '**Replacing the origin or the signing secret**': [
    OWN,
    'secrets are replaced, and neither the edge nor a visitor from before is shut out',
  ],
  '`-c release=now`': [RELEASES, 'a release that is wanted now waits for no alarm'],
  '`-c olderFormats=allow`': [DEPLOY, 'is refused where the release that is live stores items'],
  '`failed-changes`': [
    'test/unit/operator/dispatch/repeat-changes.test.ts',
    'go to the function that failed',
  ],
  '--people USER_POOL_ID': [RESTORE, 'a person whom the user pool lost gets a new sign-in'],
  '`--except Message`': [RESTORE, 'a document that was deleted by mistake answers again'],
  '**What stays away.**': [RESTORE, 'what was revoked, removed or erased stays so'],
  '**An index that is newer than the code**': [
    'test/unit/knowledge/merge.slow.test.ts',
    'is what a bot waits for of whose knowledge nothing can be read',
  ],
};

/** What a command says of itself. */
const usageOf = (script: string) => {
  const [, file = ''] = /^tsx (bin\/[\w-]+\.ts)$/.exec(scripts[script] ?? '') ?? [];
  return file ? (/const USAGE = `([^`]+)`/.exec(read(file))?.[1] ?? '') : '';
};
/** What it takes first, where that says what it does. */
const wordsOf = (script: string) => [
  ...new Set([...usageOf(script).matchAll(/npm run [\w:]+ -- ([a-z]+)/g)].map(([, word = '']) => word)),
];
const told = PAGES.flatMap((page) =>
  [...read(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)([^`\n]*)/g)].map(
    ([all, script = '', rest = '']) => ({
      all,
      script,
      rest,
    }),
  ),
);
/** README.md tells who develops of more than these. */
const FOR_OPERATORS = new Set(
  told.flatMap(({ script }) =>
    PAGES.some((page) => page !== 'README.md' && read(page).includes(`npm run ${script}`)) ? [script] : [],
  ),
);

describe('a line of the runbook', () => {
  it('names commands that there are, with words and options that they take', () => {
    expect(told.length).toBeGreaterThan(30);
    for (const { all, script, rest } of told) {
      expect(scripts, all).toHaveProperty([script]);
      const usage = usageOf(script);
      if (usage === '') continue;
      const words = wordsOf(script);
      if (words.length > 0)
        expect(
          words.filter((word) => new RegExp(`\\b${word}\\b`).test(rest)),
          all,
        ).not.toEqual([]);
      for (const [option] of rest.matchAll(/--[a-z][a-z-]+/g)) expect(usage, all).toContain(option);
    }
  });

  it('names files that there are', () => {
    for (const page of ['infra/DEPLOY.md', 'infra/RECOVERY.md'])
      for (const [, file = ''] of read(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|yml|md))`/g))
        expect(
          ['', 'infra', 'infra/stacks', 'functions', 'functions/core', 'functions/core/conversations'].some(
            (folder) => existsSync(path.join(ROOT, folder, file)),
          ),
          `${file} of ${page}`,
        ).toBe(true);
  });

  it('is said of each group of alarms, and of no other', () => {
    const rows = [...read('infra/DEPLOY.md').matchAll(/^\| `([a-z]+)` \| /gm)].map(([, group]) => group);
    expect(rows.toSorted()).toEqual(Object.keys(RUNBOOK).toSorted());
    expect(Object.keys(BY_ALARM).toSorted()).toEqual(Object.keys(RUNBOOK).toSorted());
  });

  it('is drilled: each command, and no other', () => {
    const commands = [...FOR_OPERATORS].flatMap((script) => {
      const words = wordsOf(script);
      return words.length > 0 ? words.map((word) => `${script} ${word}`) : [script];
    });
    expect(Object.keys(BY_COMMAND).toSorted()).toEqual(commands.toSorted());
  });

  it('that names a step without a command of ours is still there', () => {
    const text = PAGES.map(read).join('\n');
    for (const step of Object.keys(BY_STEP)) expect(text).toContain(step);
  });

  it.each([
    ...Object.entries(BY_ALARM).flatMap(([group, drills]) => drills.map((drill) => [group, drill] as const)),
    ...Object.entries(BY_COMMAND),
    ...Object.entries(BY_STEP),
  ])('%s is drilled by a test that there is', (_, [file, test]) => {
    const names = [...read(file).matchAll(/\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*['"`]([^\n]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(names.filter((name) => name.includes(test)).length, test).toBeGreaterThan(0);
  });
});
