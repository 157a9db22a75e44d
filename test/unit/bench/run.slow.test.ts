import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** As `npm run bench` does, without npm in between. */
function bench(...args: string[]): Promise<Ended> {
  const command = ['--import', 'tsx', 'test/bench/run.ts', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-test-'));
  const set = {
    passages: [
      { title: 'Returns', text: 'Unopened parcels may be returned within thirty days of their delivery.' },
      { title: 'Hours', text: 'The shop opens at nine in the morning from Monday to Friday.' },
    ],
    questions: [
      { question: 'Within how many days may parcels be returned?', gold: [0], answers: ['thirty days'] },
      { question: 'When does the shop open in the morning?', gold: [1], answers: ['at nine'] },
    ],
    unanswerable: [{ question: 'Which astronaut walked on the moon twice?' }],
  };
  writeFileSync(path.join(folder, 'en.json'), JSON.stringify(set));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the benchmark', () => {
  it('gives one flat object of figures, alone on its output', async () => {
    const { code, stdout, stderr } = await bench(
      '--only',
      'retrieval,abstention',
      '--data',
      folder,
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      'retrieval.en.recall1': 100,
      'retrieval.en.recall5': 100,
      'retrieval.en.mrr10': 100,
      'retrieval.en.minisearch.recall1': 100,
      'abstention.en.wrongly_abstained': 0,
      'abstention.en.wrongly_answered': 0,
      'abstention.en.off_topic_answered': 0,
      'abstention.en.cited_gold': 100,
      'abstention.en.held_answer': 100,
    });
    expect(stderr).toContain('retrieval: en, 2 passages, 2 questions');
  });

  it('gives the same as a table, with the budgets beside', async () => {
    const { code, stdout } = await bench('--only', 'retrieval', '--data', folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^figure +value +unit +budget\n/);
    expect(stdout).toMatch(/^retrieval\.en\.recall1 +100 +% +≥ 84\.5 +holds$/m);
    expect(stdout).not.toContain('abstention');
  });

  it.each([
    ['an unknown flag', ['--fast']],
    ['an unknown part', ['--only', 'speed']],
    ['a folder that is not there', ['--only', 'sizes', '--data', '/nowhere']],
  ])('refuses %s in one line, before it measures', async (_, args) => {
    const { code, stdout, stderr } = await bench(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});
