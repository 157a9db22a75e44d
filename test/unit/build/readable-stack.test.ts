import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { readableStack } from '#bin/build/readable-stack';

const SOURCE = `const names: readonly string[] = [];
function nameOf(at: number): string {
  const found = names[at];
  if (found === undefined) throw new Error('nobody is there');
  return found;
}
nameOf(3);
`;

it('a stack trace of a minified bundle names the lines of its sources', async () => {
  const { code, map } = await transform(SOURCE, {
    loader: 'ts',
    minify: true,
    sourcemap: 'external',
    sourcefile: '../../../functions/core/names.ts',
  });
  let trace = '';
  try {
    runInNewContext(code, {}, { filename: '/var/task/index.cjs' });
  } catch (error) {
    trace = (error as Error).stack ?? '';
  }
  expect(trace).toContain('index.cjs:1:');
  const readable = readableStack(JSON.parse(map), trace);
  expect(readable).toContain('nobody is there');
  expect(readable).toMatch(/\(functions\/core\/names\.ts:4:\d+\)/);
  expect(readable).toContain('functions/core/names.ts:7:1');
  // As the log has it.
  expect(readableStack(JSON.parse(map), JSON.stringify({ stack: trace }))).toContain('names.ts:4:');
});
