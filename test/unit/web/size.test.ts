import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '#bin/build';
import {
  type DashboardSizes,
  dashboardSizes,
  PAGES,
  SIGNED_IN_PAGES,
  SIZE_BUDGETS,
} from '#test/helpers/sizes';

const { web: BUDGETS } = SIZE_BUDGETS;
const folder = path.resolve(import.meta.dirname, '../../../dist/web');

let sizes: DashboardSizes;
beforeAll(async () => {
  await build({ only: ['web'] });
  sizes = dashboardSizes(folder);
});

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
