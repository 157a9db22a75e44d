import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWidget, INTERNAL_NAMES } from '../../../widget/build';
import { SIZE_BUDGETS, widgetSizes } from '../../helpers/sizes';

describe('the built widget', () => {
  let folder: string;
  let loader: Buffer;
  let chats: readonly string[];
  let inputs: readonly string[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'widget-'));
    ({ inputs } = await buildWidget(folder));
    loader = await readFile(path.join(folder, 'widget.js'));
    const files = (await readdir(path.join(folder, 'w'))).filter((file) => /\b(en|de)-/.test(file)).sort();
    chats = await Promise.all(files.map((file) => readFile(path.join(folder, 'w', file), 'utf8')));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has a loader of at most one kilobyte', () => {
    expect(widgetSizes(folder).loader).toBeLessThanOrEqual(SIZE_BUDGETS.widget.loader);
  });

  it('loads at most sixteen kilobytes up to the first answer', () => {
    expect(widgetSizes(folder).firstAnswer).toBeLessThanOrEqual(SIZE_BUDGETS.widget.firstAnswer);
  });

  it('loads at most eight kilobytes more where a page needs more of it', () => {
    const { later } = widgetSizes(folder);
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThanOrEqual(SIZE_BUDGETS.widget.later);
  });

  it('gives each visitor the texts of her own language only', () => {
    const texts = [/Open chat|Open the source/, /Chat öffnen|Quelle öffnen/];
    const [german, english] = [
      [false, true],
      [true, false],
    ];
    // The chats, then what only some conversations need.
    expect(chats.map((chat) => texts.map((text) => text.test(chat)))).toEqual([
      german,
      english,
      german,
      english,
    ]);
  });

  it('holds its own code only: of the contract it knows types', () => {
    expect(inputs.filter((file) => !file.includes('widget/src/'))).toEqual([]);
  });

  it('shortens no name that the wire or a page knows', async () => {
    const wire = [
      'widget',
      'socket',
      'conversations',
      'public-bot',
      'bot-config',
      'attachments',
      'documents',
      'flow',
    ];
    const texts = await Promise.all(
      wire.map((name) =>
        readFile(new URL(`../../../functions/contract/${name}.ts`, import.meta.url), 'utf8'),
      ),
    );
    const code = texts.join('\n').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '');
    const outside = new Set(code.match(/\w+(?=\??:)/g));
    expect(outside).toContain('greetingMessage');
    expect(INTERNAL_NAMES.filter((name) => outside.has(name))).toEqual([]);
  });

  it('shortens no name by which a page of ours gives it something', async () => {
    const launch = await readFile(new URL('../../../widget/src/launch.ts', import.meta.url), 'utf8');
    const given = /interface Given \{([\s\S]*?)^\}/m.exec(launch)?.[1] ?? '';
    const names = new Set(given.match(/\w+(?=\??[:(])/g));
    expect(names).toContain('openSession');
    expect(INTERNAL_NAMES.filter((name) => names.has(name))).toEqual([]);
  });

  it('shortens no name of an element, an event or a connection', async () => {
    const types = await readFile(
      new URL(
        'lib/lib.dom.d.ts',
        import.meta.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`),
      ),
      'utf8',
    );
    const parts = types.matchAll(
      /^interface (?:HTML\w*|Element\w*|Node|ParentNode|ChildNode|EventTarget|\w*Event|WebSocket|XMLHttpRequest|Storage)\b[^{]*\{([\s\S]*?)^\}/gm,
    );
    const known = new Set(
      [...parts].flatMap(([, members = '']) => members.match(/^ {4}\w+(?=[(:?<])/gm) ?? []),
    );
    expect(known).toContain('    reset');
    expect(INTERNAL_NAMES.filter((name) => known.has(`    ${name}`))).toEqual([]);
  });

  it('writes no markup and runs no text as code', () => {
    expect(`${loader}${chats.join()}`).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/,
    );
  });
});
