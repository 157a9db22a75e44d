import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SIZE_BUDGETS, type WidgetSizes, widgetSizes } from '#test/helpers/sizes';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildWidget } from '../../../widget/build';

describe('the built widget', () => {
  const folder = temporaryFolder();
  let sizes: WidgetSizes;
  let inputs: readonly string[];
  /** Code by file name: the loader's, the chats' and the parts'. */
  let files: ReadonlyMap<string, string>;

  beforeAll(async () => {
    ({ inputs } = await buildWidget(folder));
    sizes = widgetSizes(folder);
    const names = ['widget.js', ...(await readdir(path.join(folder, 'w'))).map((name) => `w/${name}`)];
    files = new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
      ),
    );
  });

  it('has a loader within its budget', () => {
    expect(sizes.loader).toBeLessThanOrEqual(SIZE_BUDGETS.widget.loader);
  });

  it('loads no more than the budget up to the first answer', () => {
    expect(sizes.firstAnswer).toBeLessThanOrEqual(SIZE_BUDGETS.widget.firstAnswer);
  });

  it('holds each part that is loaded later to a budget of its own', () => {
    expect([...sizes.parts.keys()]).toEqual(
      expect.arrayContaining(['menu', 'next-steps', 'placement', 'sources', 'thumbs', 'uploads']),
    );
    for (const [part, size] of sizes.parts) expect(size, part).toBeLessThanOrEqual(SIZE_BUDGETS.widget.part);
  });

  it('gives each visitor the texts of one language only', () => {
    const chatsAndParts = [...files].filter(([name]) => name.startsWith('w/'));
    const isGerman = (name: string) => /^w\/(?:de-|[a-z-]+\.de-)/.test(name);
    const texts = {
      en: /Open chat|Open the source|Attach a file/,
      de: /Chat öffnen|Quelle öffnen|Datei anhängen/,
    };
    const withTexts = (language: 'en' | 'de') =>
      chatsAndParts.filter(([, code]) => texts[language].test(code)).map(([name]) => name);
    expect(withTexts('de').length).toBeGreaterThan(2);
    expect(withTexts('de').filter((name) => !isGerman(name))).toEqual([]);
    expect(withTexts('en').length).toBeGreaterThan(2);
    expect(withTexts('en').filter(isGerman)).toEqual([]);
  });

  it('holds its own code only: of the contract it knows types', () => {
    expect(inputs.length).toBeGreaterThan(20);
    expect(inputs.filter((file) => !file.includes('widget/src/'))).toEqual([]);
  });

  it('writes no markup and runs no text as code', () => {
    expect([...files.values()].join()).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/,
    );
  });
});
