import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { BuildCache, fingerprint } from '#bin/build/fingerprint';
import { buildFunctions, buildSharing } from '#bin/build/functions';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { ROOT } from './synthesized';

let root: string;
let out: string;
beforeEach(async () => {
  root = temporaryFolder();
  out = path.join(root, 'dist');
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  await source('functions/core/greet.ts', "export const greet = (who: string) => ['Hello', who].join(', ');");
  await source(
    'functions/http/bots/bots.ts',
    "import { greet } from '../../core/greet';\nexport const handler = async () => greet('bots');",
  );
  await source(
    'functions/queue/ingest.ts',
    "export const handler = async () => new URL('./extraction.cjs', import.meta.url).href;",
  );
  await source(
    'functions/queue/ingest.extraction.ts',
    "import { greet } from '../core/greet';\nexport const said = greet('thread');",
  );
});

async function source(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), content);
}
const load = (file: string) => import(`${pathToFileURL(path.join(out, file)).href}?${Math.random()}`);

describe('building functions', () => {
  it('makes a bundle of each entry, and of what runs beside it', async () => {
    expect(await buildFunctions(root, out)).toEqual(['http-bots', 'queue-ingest']);
    expect(await (await load('http-bots/index.cjs')).handler()).toBe('Hello, bots');
    expect(await (await load('queue-ingest/index.cjs')).handler()).toBe(
      pathToFileURL(path.join(out, 'queue-ingest/extraction.cjs')).href,
    );
    expect((await load('queue-ingest/extraction.cjs')).said).toBe('Hello, thread');
    expect((await readdir(out)).sort()).toEqual(['http-bots', 'meta.json', 'queue-ingest']);
  });

  it('shares for a laptop what several have in common, and names the bundles that changed', async () => {
    expect(await buildSharing(root, out)).toEqual(['http-bots', 'queue-ingest']);
    expect(await (await load('http-bots/index.cjs')).handler()).toBe('Hello, bots');
    expect(await (await load('queue-ingest/index.cjs')).handler()).toBe(
      pathToFileURL(path.join(out, 'queue-ingest/extraction.cjs')).href,
    );
    expect((await load('queue-ingest/extraction.cjs')).said).toBe('Hello, thread');
    const shared = await readdir(path.join(out, 'shared'));
    expect(shared).toHaveLength(1);
    await source(
      'functions/core/greet.ts',
      "export const greet = (who: string) => ['Good day', who].join(', ');",
    );
    expect(await buildSharing(root, out)).toEqual(['http-bots', 'queue-ingest']);
    expect(await (await load('http-bots/index.cjs')).handler()).toBe('Good day, bots');
    expect(await readdir(path.join(out, 'shared'))).not.toEqual(shared);
    await source('functions/http/bots/bots.ts', "export const handler = async () => 'changed';");
    expect(await buildSharing(root, out)).toContain('http-bots');
    expect((await load('queue-ingest/extraction.cjs')).said).toBe('Good day, thread');
  });

  it('names and rewrites only the bundles that changed', async () => {
    await buildFunctions(root, out);
    const before = await stat(path.join(out, 'queue-ingest/index.cjs'));
    await source('functions/http/bots/bots.ts', "export const handler = async () => 'changed';");
    expect(await buildFunctions(root, out)).toEqual(['http-bots']);
    expect((await stat(path.join(out, 'queue-ingest/index.cjs'))).mtimeMs).toBe(before.mtimeMs);
  });

  it('takes away the bundle of an entry that is gone', async () => {
    await buildFunctions(root, out);
    await rm(path.join(root, 'functions/http/bots/bots.ts'));
    await buildFunctions(root, out);
    expect((await readdir(out)).sort()).toEqual(['meta.json', 'queue-ingest']);
  });

  it('takes away code of a bundle that is no part of it any more, and leaves what lies beside it', async () => {
    await buildFunctions(root, out);
    await source('dist/http-bots/index.mjs', '');
    await source('dist/http-bots/index.mjs.map', '');
    await source('dist/http-bots/font.woff', '');
    await buildFunctions(root, out);
    expect((await readdir(path.join(out, 'http-bots'))).sort()).toEqual([
      'font.woff',
      'index.cjs',
      'index.cjs.map',
    ]);
  });

  it('lets packages of the old kind require what Node has', async () => {
    await source('functions/core/old.cjs', "module.exports = { separator: require('node:path').sep };");
    await source(
      'functions/http/bots/bots.ts',
      "import old from '../../core/old.cjs';\nexport const handler = async () => old.separator;",
    );
    await buildFunctions(root, out);
    expect(await (await load('http-bots/index.cjs')).handler()).toBe(path.sep);
  });

  it('leaves no import() in, which code that V8 has kept could not do', async () => {
    await source(
      'functions/http/bots/bots.ts',
      "export const handler = async () => (await import('node:path')).default.sep;",
    );
    await buildFunctions(root, out);
    expect(await readFile(path.join(out, 'http-bots/index.cjs'), 'utf8')).not.toMatch(/\bimport\(/);
    expect(await (await load('http-bots/index.cjs')).handler()).toBe(path.sep);
  });

  it('says which file and line it can not build', async () => {
    await source(
      'functions/http/bots/bots.ts',
      "import { nothing } from '../../core/nowhere';\nexport const handler = nothing;",
    );
    await expect(buildFunctions(root, out)).rejects.toThrow(
      /functions\/http\/bots\/bots\.ts:1:\d+: ERROR: Could not resolve/,
    );
  });
});

describe('what was built', () => {
  const paths = { inputs: ['functions'], outputs: ['dist/done'] };
  const cache = () => new BuildCache(root, 'functions', paths);
  const done = async () => {
    await mkdir(out, { recursive: true });
    await writeFile(path.join(out, 'done'), '');
  };

  it('is current until an input changes, appears, moves or goes, or the output is gone', async () => {
    expect(await cache().isCurrent()).toBe(false);
    await cache().during(done);
    expect(await cache().isCurrent()).toBe(true);
    const known = await fingerprint(root, paths.inputs);
    await source('functions/core/more.ts', '');
    expect(await cache().isCurrent()).toBe(false);
    await rm(path.join(root, 'functions/core/more.ts'));
    expect(await fingerprint(root, paths.inputs)).toBe(known);
    expect(await cache().isCurrent()).toBe(true);
    await rm(path.join(out, 'done'));
    expect(await cache().isCurrent()).toBe(false);
  });

  it('is not current when the build broke off, even with the sources of the last that ended', async () => {
    await cache().during(done);
    await expect(
      cache().during(async () => {
        throw new Error('out of memory');
      }),
    ).rejects.toThrow('out of memory');
    expect(await cache().isCurrent()).toBe(false);
  });

  it('is built again when a source changed in the middle of the build', async () => {
    await cache().during(async () => {
      await source('functions/core/greet.ts', 'export const greet = () => 1;');
      await done();
    });
    expect(await cache().isCurrent()).toBe(false);
  });
});
