import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DashboardSizes,
  dashboardSizes,
  PAGES,
  SIGNED_IN_PAGES,
  SIZE_BUDGETS,
} from '#test/helpers/sizes';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const { web: BUDGETS } = SIZE_BUDGETS;

let folder: string;
let sizes: DashboardSizes;

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
  sizes = dashboardSizes(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built dashboard', () => {
  it('loads no more script to sign in than its budget', () => {
    expect(sizes.of(PAGES.signIn).scripts).toBeLessThanOrEqual(BUDGETS.signIn);
  });

  it.each(SIGNED_IN_PAGES)('loads no more script for a signed-in page than its budget: %s', (page) => {
    expect(sizes.of(PAGES[page]).scripts).toBeLessThanOrEqual(BUDGETS.shell);
  });

  it.each(['dashboard', 'inbox'] as const)('asks for few files and bytes at the first open: %s', (page) => {
    const { files, bytes } = sizes.firstOpen(page);
    expect(files).toBeLessThanOrEqual(BUDGETS.firstOpen[page].files);
    expect(bytes).toBeLessThanOrEqual(BUDGETS.firstOpen[page].bytes);
  });

  it('needs no more styles for any page than its budget', () => {
    expect(sizes.styles).toBeLessThanOrEqual(BUDGETS.styles);
  });

  it('runs under a policy that allows no inline script and no inline style', async () => {
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
});
