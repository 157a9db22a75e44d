import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOpenAi } from '#test/helpers/openai-server';

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** As `npm run bench` does, without npm in between. */
function bench(...args: string[]): Promise<Ended> {
  return benchWith({}, ...args);
}

function benchWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const command = ['--import', 'tsx', 'test/bench/run.ts', ...args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      { cwd: ROOT, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
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

  it('asks the model that the environment names, through the path of a visitor’s question', async () => {
    const server = await serveOpenAi(['llama3.2']);
    try {
      const { code, stdout } = await benchWith(
        { BEDROCK: server.baseUrl, BEDROCK_MODEL: 'llama3.2' },
        ...['--only', 'answers', '--model', '--minutes', '0.01', '--json'],
      );
      expect(code).toBe(0);
      const figures = JSON.parse(stdout);
      expect(figures['model.questions']).toBeGreaterThan(0);
      expect(figures).toMatchObject({ 'model.failed': 0, 'model.tokens': expect.any(Number) });
      const asked = server.calls.filter(({ path }) => path === '/v1/chat/completions');
      expect(JSON.stringify(asked.map(({ body }) => body))).toContain('Benchmark');
    } finally {
      await server.close();
    }
  });

  it('says what it needs to ask a model', async () => {
    const { code, stderr } = await benchWith({ BEDROCK: '' }, '--only', 'answers', '--model');
    expect(code).toBe(2);
    expect(stderr).toContain('--model needs BEDROCK');
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
