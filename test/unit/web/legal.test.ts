import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { REVISED, type Sections, sectionsOf } from '#features/site/legal/documents.ts';
import { inlinePieces } from '#features/site/legal/inline.ts';
import { regionName } from '#features/site/legal/regions.ts';
import { PUBLIC_PATHS } from '#lib/public-paths';

const Text = z.string().min(1);
const Block = z.union([
  Text,
  z.strictObject({ lines: z.array(Text).min(1) }),
  z.strictObject({ list: z.array(Text).min(2) }),
  z.strictObject({ facts: z.array(z.strictObject({ term: Text, text: Text })).min(2) }),
  z.strictObject({ when: z.enum(['phone', 'register', 'vatId', 'website']), text: Text }),
]);
const Document = z.strictObject({
  title: Text,
  description: Text.max(200),
  lead: Text,
  sections: z.record(
    z.string().regex(/^[a-z]+$/),
    z.strictObject({ title: Text, blocks: z.array(Block).min(1) }),
  ),
});
const File = z.strictObject({
  updated: Text,
  contents: Text,
  privacy: Document,
  terms: Document,
  imprint: Document,
});
const DOCUMENTS = ['privacy', 'terms', 'imprint'] as const;
const PATHS = { privacy: 'privacy', terms: 'terms', imprint: 'impressum' } as const;

const files = { en: readFile('en'), de: readFile('de') };

describe('the privacy policy', () => {
  it('names everything that the code stores in a browser', () => {
    const { blocks } = files.en.privacy.sections.storage ?? { blocks: [] };
    const terms = blocks
      .flatMap((block) => (typeof block === 'object' && 'facts' in block ? block.facts : []))
      .flatMap(({ term }) => term.replace(/ \(.*\)$/, '').split(', '))
      .map((term) => term.replace(/…$/, ''));
    const root = new URL('../../../', import.meta.url);
    const stored = ['web/src', 'web/landing', 'web/sw', 'web/public', 'widget/src'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:tsx?|js)$/.test(file))
        .flatMap((file) => {
          const code = readFileSync(new URL(`${folder}/${file}`, root), 'utf8');
          // A host of an address may begin so too; what is stored goes on with a name.
          return [...code.matchAll(/['"`](parley\.[a-z][\w.]*|cookieConsent|reloadedAt)/gi)].map(
            ([, name = '']) => name,
          );
        }),
    );
    expect(stored.length).toBeGreaterThan(8);
    const unnamed = stored.filter((name) => !terms.some((term) => name.startsWith(term)));
    expect(unnamed).toEqual([]);
  });
});

describe('the legal texts', () => {
  it('have the same sections, of the same shape, in both languages', () => {
    const shapes = Object.values(files).map((file) =>
      DOCUMENTS.map((id) =>
        Object.entries(file[id].sections).map(([section, { blocks }]) => [section, blocks.map(shapeOf)]),
      ),
    );
    expect(shapes[0]).toEqual(shapes[1]);
  });

  it('link to pages and sections that exist', () => {
    const links = Object.values(files).flatMap((file) =>
      inlinePieces(JSON.stringify(file)).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href])),
    );
    const own = links.filter((href) => href.startsWith('/'));
    expect(own).toContain('/privacy#recipients');
    for (const href of own) {
      const [path = '', anchor] = href.slice(1).split('#');
      expect(PUBLIC_PATHS, href).toContain(path);
      const document = DOCUMENTS.find((id) => PATHS[id] === path);
      if (anchor) expect(Object.keys(files.en[document ?? 'imprint'].sections), href).toContain(anchor);
    }
  });

  it('have been revised on a day that is one', () => {
    for (const date of Object.values(REVISED)) expect(new Date(date).getTime()).not.toBeNaN();
  });

  it('leave out what the operator has not, and a section that says nothing then', () => {
    const sections: Sections = {
      contact: { title: 'Contact', blocks: ['Mail', { when: 'phone', text: '123' }] },
      vat: { title: 'VAT', blocks: [{ when: 'vatId', text: 'DE1' }] },
    };
    const given = (...has: string[]) =>
      sectionsOf(sections, new Set(has)).map(([id, { blocks }]) => [id, blocks.length]);
    expect(given()).toEqual([['contact', 1]]);
    expect(given('phone', 'vatId')).toEqual([
      ['contact', 2],
      ['vat', 1],
    ]);
  });
});

describe('links in a legal text', () => {
  it('become links with the text around them', () => {
    expect(inlinePieces('See the [terms](/terms#use), please.')).toEqual([
      'See the ',
      { label: 'terms', href: '/terms#use' },
      ', please.',
    ]);
    expect(inlinePieces('[a@b.example](mailto:a@b.example)')).toEqual([
      { label: 'a@b.example', href: 'mailto:a@b.example' },
    ]);
  });

  it.each(['[x](javascript:alert(1))', '[x](//evil.example)', '[x](data:text/html,x)', 'no link [at] (all)'])(
    'stay text when they lead nowhere good: %s',
    (text) => {
      expect(inlinePieces(text).every((piece) => typeof piece === 'string')).toBe(true);
    },
  );
});

describe('the region', () => {
  it('is named by its city where it is known', () => {
    expect(regionName('eu-central-1')).toBe('Frankfurt am Main (eu-central-1)');
    expect(regionName('us-east-1')).toBe('us-east-1');
  });
});

function readFile(language: string): z.infer<typeof File> {
  const path = new URL(`../../../web/public/locales/${language}/legal.json`, import.meta.url);
  return File.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function shapeOf(block: z.infer<typeof Block>): unknown {
  if (typeof block === 'string') return 'text';
  if ('lines' in block) return ['lines', block.lines.length];
  if ('list' in block) return ['list', block.list.length];
  return 'facts' in block ? ['facts', block.facts.length] : ['when', block.when];
}
