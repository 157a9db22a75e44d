import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Token } from 'marked';
import { walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { fillFacts } from '#contract/site/product-facts';
import {
  type Article,
  anchorOf,
  articleForBot,
  HELP_SECTIONS,
  parseArticle,
  partsOf,
  plainText,
} from '#features/site/help/article.ts';
import { FAQ_ID, type Library, loadLibrary, QUICK_START_ID } from '#features/site/help/library.ts';
import { PICTURE_SIZE } from '#features/site/help/picture-size.ts';
import { createHelpSearch } from '#features/site/help/search.ts';
import { markedPlaces } from '../answers/places';

const web = fileURLToPath(new URL('../../../web', import.meta.url));
const LANGUAGES = ['en', 'de'] as const;

const english = await loadLibrary('en');
const german = await loadLibrary('de');
const LIBRARIES: Readonly<Record<(typeof LANGUAGES)[number], Library>> = { en: english, de: german };

/** Every token of an article, also those within others. */
function tokensOf({ tokens }: Article): Token[] {
  const all: Token[] = [];
  walkTokens([...tokens], (token) => void all.push(token));
  return all;
}

/** All texts of the dashboard in a language. */
function texts(language: (typeof LANGUAGES)[number]): Set<string> {
  const folder = join(web, 'public', 'locales', language);
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  for (const file of readdirSync(folder))
    collect(JSON.parse(fillFacts(readFileSync(join(folder, file), 'utf8'), language)));
  return found;
}

describe('the articles of the help centre', () => {
  it('are the same in both languages, at least twenty, and some in each section', () => {
    const outline = (library: Library) => library.map(({ id, section, order }) => [id, section, order]);
    expect(outline(german)).toEqual(outline(english));
    expect(english.length).toBeGreaterThanOrEqual(20);
    for (const section of HELP_SECTIONS) expect(english.map((article) => article.section)).toContain(section);
    for (const id of [FAQ_ID, QUICK_START_ID]) expect(english.map((article) => article.id)).toContain(id);
  });

  it('have as many parts, lists and pictures in both languages', () => {
    const shape = (article: Article) => [article.id, ...article.tokens.map(({ type }) => type)];
    expect(german.map(shape)).toEqual(english.map(shape));
  });

  it('take no address that a page of the help centre has', () => {
    expect(english.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['ask']));
    expect(english.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['contact']));
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const library = LIBRARIES[language];

    it('name buttons and pages as the dashboard does', () => {
      const known = texts(language);
      const named = library.flatMap((article) =>
        tokensOf(article).flatMap((token) =>
          token.type === 'strong' ? [`${article.id}: ${plainText(token.tokens ?? [])}`] : [],
        ),
      );
      expect(named.filter((name) => !known.has(name.replace(/^[^:]*: /, '')))).toEqual([]);
    });

    it('lead to articles and parts that exist', () => {
      const places = new Set(
        library.flatMap((article) => [
          `/help/${article.id}`,
          ...partsOf(article).map(({ anchor }) => `/help/${article.id}#${anchor}`),
        ]),
      );
      const links = library.flatMap((article) =>
        tokensOf(article).flatMap((token) => (token.type === 'link' ? [String(token.href)] : [])),
      );
      const isElsewhere = (link: string) => ['/pricing', '/privacy'].includes(link);
      expect(links.filter((link) => !isElsewhere(link) && !places.has(link))).toEqual([]);
    });

    it('show pictures that exist, of the one size, with what they show in words', () => {
      for (const article of library)
        for (const token of tokensOf(article)) {
          if (token.type !== 'image') continue;
          const file = join(web, 'public', 'help', language, String(token.href));
          expect(existsSync(file), file).toBe(true);
          const picture = readFileSync(file);
          expect(sizeOf(picture), file).toEqual(PICTURE_SIZE);
          expect(picture.byteLength, file).toBeLessThan(100_000);
          expect(String(token.text).length, article.id).toBeGreaterThan(10);
        }
    });

    it('are read by a bot without pictures, under their title', () => {
      for (const article of library) {
        const text = articleForBot(article);
        expect(text).toMatch(/^# .{5}/);
        expect(text).not.toContain('![');
      }
    });
  });
});

describe('an article', () => {
  it('without a field is refused by its name', () => {
    const source = '---\ntitle: A\nsection: start\norder: 1\nsummary: B\n---\n\nText.';
    expect(() => parseArticle('a', source)).toThrow('The article a has no keywords.');
  });

  it('has parts that are named by their headings', () => {
    const source =
      '---\ntitle: A\nsection: start\norder: 1\nsummary: B\nkeywords: c\n---\n\nFirst.\n\n## Über uns & mehr\n\n- One\n- Two **bold**';
    expect(partsOf(parseArticle('a', source))).toEqual([
      { heading: null, anchor: null, text: 'First.' },
      { heading: 'Über uns & mehr', anchor: 'über-uns-mehr', text: 'One\nTwo bold' },
    ]);
    expect(anchorOf('1. Create the bot')).toBe('1-create-the-bot');
  });
});

describe('the search of the help centre', () => {
  const searches = {
    en: createHelpSearch(english, 'en'),
    de: createHelpSearch(german, 'de'),
  };

  it.each([
    ['en', 'embed code', 'embed-code'],
    ['en', 'How do I put the chat on my website?', 'embed-code'],
    ['en', 'passw', 'sign-in'],
    ['en', 'invite a colleague', 'team'],
    ['en', 'scanned PDF not read', 'failed-documents'],
    ['en', 'opening hours', 'business-hours'],
    ['en', 'sitemap', 'websites'],
    ['de', 'Einbettungscode', 'embed-code'],
    ['de', 'Wie lade ich Kollegen ein?', 'team'],
    ['de', 'Passwort vergessen', 'sign-in'],
    ['de', 'Feiertage', 'business-hours'],
    ['de', 'Datei wurde nicht gelesen', 'failed-documents'],
  ] as const)('finds in %s for “%s” the article %s among the first three', (language, searched, id) => {
    const found = searches[language](searched).map(({ article }) => article.id);
    expect(found.slice(0, 3)).toContain(id);
  });

  it('leads to the part that speaks of it, with its words marked', () => {
    const [hit] = searches.en('text recognition');
    expect(hit?.excerpt.marks.length).toBeGreaterThan(0);
    const [withPart] = searches.en('reinstated suspended member');
    expect(withPart).toMatchObject({ article: { id: 'team' }, anchor: expect.any(String) });
  });

  it.each(['', '   ', 'xyzzy qwrtz', '???'])('finds nothing for “%s”', (searched) => {
    expect(searches.en(searched)).toEqual([]);
  });
});

/** Of a WebP file of either kind that Chromium writes. */
function sizeOf(file: Buffer): { readonly width: number; readonly height: number } {
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
  if (kind === 'VP8L') {
    const bits = file.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}

describe('how to change the password', () => {
  it.each([
    ['en', 'How do I change my password?', 'To change your password, open Settings, Security'],
    [
      'de',
      'Wie ändere ich mein Passwort?',
      'Um Ihr Passwort zu ändern, öffnen Sie Einstellungen, Sicherheit',
    ],
  ] as const)('is found and answered without a model, in %s', (language, question, answer) => {
    const [hit] = createHelpSearch(LIBRARIES[language], language)(question);
    expect(hit?.article.id).toBe('sign-in');
    const article = LIBRARIES[language].find(({ id }) => id === 'sign-in');
    const passages = partsOf(article as Article).map(({ heading, text }, place) => ({
      number: place + 1,
      title: article?.title ?? '',
      page: null,
      heading,
      text,
    }));
    expect(markedPlaces({ question, language, passages })).toContain(answer);
  });
});
