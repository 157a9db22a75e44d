import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const KILOBYTE = 1_000;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

let folder: string;
let manifest: Readonly<Record<string, Chunk>>;
/** Of each script and style sheet: its bytes as they are sent, compressed. */
const sizes = new Map<string, number>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dashboard-'));
  const environment = process.env.NODE_ENV;
  await build({
    configFile: path.join(ROOT, 'web/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  process.env.NODE_ENV = environment;
  manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'));
  for (const name of await readdir(path.join(folder, 'assets'))) {
    if (!/\.(js|css)$/.test(name)) continue;
    const content = await readFile(path.join(folder, 'assets', name));
    sizes.set(`assets/${name}`, brotliCompressSync(content).length);
  }
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built dashboard', () => {
  it('loads at most 190 kB of script to sign in', () => {
    const page = load(
      'src/app/AuthLayout.tsx',
      'src/app/AuthGate.tsx',
      'src/features/auth/components/AuthScreen.tsx',
    );
    expect(page.scripts).toBeLessThanOrEqual(190 * KILOBYTE);
  });

  it.each([
    ['overview', ['dashboard/components/DashboardPage.tsx']],
    ['knowledge', ['bots/components/BotLayout.tsx', 'knowledge/components/KnowledgePage.tsx']],
    ['settings', ['bots/components/BotLayout.tsx', 'bots/components/BotSettings.tsx']],
  ])('loads at most 215 kB of script for a signed-in page: %s', (_, components) => {
    const page = load(
      'src/app/SignedInArea.tsx',
      ...components.map((component) => `src/features/${component}`),
    );
    expect(page.scripts).toBeLessThanOrEqual(215 * KILOBYTE);
  });

  it('needs at most 30 kB of styles for everything', () => {
    const all = load(...Object.keys(manifest).filter((name) => name.endsWith('.tsx')));
    expect(all.styles).toBeLessThanOrEqual(30 * KILOBYTE);
  });

  it('runs under a policy that allows no inline script and no inline style', async () => {
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
});

/** Bytes of the entry, these modules and all they import before they run. */
function load(...modules: readonly string[]): { scripts: number; styles: number } {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of ['index.html', ...modules]) visit(name);
  const size = { scripts: 0, styles: 0 };
  for (const file of files) size[file.endsWith('.css') ? 'styles' : 'scripts'] += sizes.get(file) ?? 0;
  return size;
}
