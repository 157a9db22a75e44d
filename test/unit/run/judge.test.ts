import { describe, expect, it } from 'vitest';
import { judge, MOST_LATE_FILES } from '#test/run/judge';
import type { FileReport } from '#test/run/report';

const fine: FileReport = { file: 'fine.test.ts', passed: ['holds'], failed: [] };
const failing = (file: string): FileReport => ({
  file,
  passed: ['one'],
  failed: [{ test: 'two', message: 'was late' }],
});
const passing = (file: string): FileReport => ({ file, passed: ['one', 'two'], failed: [] });

describe('what failed in the crowd', () => {
  it('is tried alone, a file at a time, and what passed is not', async () => {
    const tried: string[] = [];
    let beside = 0;
    await judge([fine, failing('a.test.ts'), failing('b.test.ts')], async (file) => {
      tried.push(file);
      expect(++beside).toBe(1);
      await Promise.resolve();
      beside -= 1;
      return passing(file);
    });
    expect(tried).toEqual(['a.test.ts', 'b.test.ts']);
  });

  it('counts as passed and is named as late when it passes alone', async () => {
    const { files, late, refused } = await judge([fine, failing('a.test.ts')], async (file) => passing(file));
    expect(files).toEqual([fine, passing('a.test.ts')]);
    expect(late).toEqual(['a.test.ts: two']);
    expect(refused).toBeNull();
  });

  it('has failed when it fails alone too', async () => {
    const { files, late } = await judge([failing('a.test.ts')], async (file) => failing(file));
    expect(files).toEqual([failing('a.test.ts')]);
    expect(late).toEqual([]);
  });

  it('has failed when alone another test of its file fails', async () => {
    const alone: FileReport = {
      file: 'a.test.ts',
      passed: ['two'],
      failed: [{ test: 'one', message: 'wrong' }],
    };
    const { files, late } = await judge([failing('a.test.ts')], async () => alone);
    expect(files).toEqual([alone]);
    expect(late).toEqual(['a.test.ts: two']);
  });

  it('is named by its file alone when no test of it began', async () => {
    const unloaded: FileReport = {
      file: 'a.test.ts',
      passed: [],
      failed: [{ test: null, message: 'no cloud' }],
    };
    const { late } = await judge([unloaded], async (file) => passing(file));
    expect(late).toEqual(['a.test.ts']);
  });

  it('is not tried again where it is too much to be late', async () => {
    const many = Array.from({ length: MOST_LATE_FILES + 1 }, (_, at) => failing(`${at}.test.ts`));
    const judged = await judge(many, async () => {
      throw new Error('was tried');
    });
    expect(judged).toMatchObject({ files: many, late: [] });
    expect(judged.refused).toContain(`${MOST_LATE_FILES + 1} files`);
  });
});
