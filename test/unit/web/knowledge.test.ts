import { describe, expect, it } from 'vitest';
import { BotId, DocumentId } from '#contract/base/ids';
import type { Document } from '#contract/knowledge/documents';
import { headingUnder } from '#contract/knowledge/heading-under';
import { changeOf, tagsOf } from '#features/knowledge/bulk-metadata.ts';
import {
  categoriesOf,
  EVERYTHING,
  holdsLittle,
  readView,
  shownIn,
  sortOf,
  uploadsIn,
  viewAddress,
} from '#features/knowledge/document-view.ts';
import { eachDocument } from '#features/knowledge/each-document.ts';
import { marked, wordsOf } from '#features/knowledge/marks.ts';
import { checkedMetadata, draftOf } from '#features/knowledge/metadata.ts';
import { whyNoFile } from '#features/knowledge/no-file.ts';
import type { Upload } from '#features/knowledge/uploads.ts';
import { ApiError } from '#lib/api-error';

describe('the table of documents', () => {
  const documents = [
    documentOf('d1', { title: 'Öffnungszeiten', fileName: 'zeiten.pdf', category: 'Laden', size: 5 }),
    documentOf('d2', { title: 'Teil 10', tags: ['Versand'], category: 'Shop', size: 900 }),
    documentOf('d3', { title: 'Teil 9', status: 'failed', size: 20 }),
    documentOf('d4', { title: 'terms', status: 'processing', size: 30 }),
  ];
  const titles = (view: Partial<typeof EVERYTHING>) =>
    shownIn({ ...EVERYTHING, ...view }, documents, 'de').map(({ title }) => title);

  it('is searched in title, file name, category and tags, without case and accents', () => {
    expect(titles({ search: 'offnungs' })).toEqual(['Öffnungszeiten']);
    expect(titles({ search: 'ZEITEN.PDF' })).toEqual(['Öffnungszeiten']);
    expect(titles({ search: 'versand teil' })).toEqual(['Teil 10']);
    expect(titles({ search: 'laden' })).toEqual(['Öffnungszeiten']);
    expect(titles({ search: 'laden versand' })).toEqual([]);
  });

  it('is filtered by status and category', () => {
    expect(titles({ state: 'ready' })).toEqual(['Teil 10', 'Öffnungszeiten']);
    expect(titles({ state: 'failed' })).toEqual(['Teil 9']);
    expect(titles({ state: 'working' })).toEqual(['terms']);
    expect(titles({ category: 'Shop' })).toEqual(['Teil 10']);
    expect(categoriesOf(documents, 'de')).toEqual(['Laden', 'Shop']);
  });

  it('is sorted by time, title or size, numbers as people count', () => {
    expect(titles({})).toEqual(['terms', 'Teil 9', 'Teil 10', 'Öffnungszeiten']);
    expect(titles({ sort: 'oldest' })).toEqual(['Öffnungszeiten', 'Teil 10', 'Teil 9', 'terms']);
    expect(titles({ sort: 'title' })).toEqual(['Öffnungszeiten', 'Teil 9', 'Teil 10', 'terms']);
    expect(titles({ sort: 'largest' })).toEqual(['Teil 10', 'terms', 'Teil 9', 'Öffnungszeiten']);
  });
});

describe('files that came to nothing', () => {
  const upload = (id: string, fileName: string, phase: Upload['phase']): Upload => ({
    id,
    botId: 'b',
    fileName,
    size: 1,
    phase,
    sent: 0,
    documentId: null,
    problem: phase === 'failed' ? 'document.duplicate' : null,
  });
  const uploads = [
    upload('u1', 'tips.txt', 'failed'),
    upload('u2', 'prices.csv', 'failed'),
    upload('u3', 'menu.pdf', 'sending'),
  ];
  const known = new Set(['u1', 'u2', 'u3']);
  const names = (view: Partial<typeof EVERYTHING>, seen: ReadonlySet<string> = known) =>
    uploadsIn({ ...EVERYTHING, ...view }, uploads, seen).map(({ fileName }) => fileName);

  it('are looked through as documents are, while those under way stay', () => {
    expect(names({})).toEqual(['tips.txt', 'prices.csv', 'menu.pdf']);
    expect(names({ search: 'salt water' })).toEqual(['menu.pdf']);
    expect(names({ search: 'TIPS' })).toEqual(['tips.txt', 'menu.pdf']);
    expect(names({ state: 'failed' })).toEqual(['tips.txt', 'prices.csv', 'menu.pdf']);
    expect(names({ state: 'ready' })).toEqual(['menu.pdf']);
    expect(names({ category: 'Shop' })).toEqual(['menu.pdf']);
  });

  it('are told when they are refused while something else is looked for', () => {
    expect(names({ search: 'salt water' }, new Set(['u1']))).toEqual(['prices.csv', 'menu.pdf']);
  });
});

it('knows why a document has no file to download', () => {
  expect(whyNoFile(documentOf('d1', {}))).toBeNull();
  expect(whyNoFile(documentOf('d1', { status: 'processing' }))).toBeNull();
  expect(whyNoFile(documentOf('d1', { format: 'faq' }))).toBe('faq');
  expect(whyNoFile(documentOf('d1', { format: 'html', url: 'https://a.example' }))).toBe('page');
  expect(whyNoFile(documentOf('d1', { status: 'failed' }))).toBe('failed');
  expect(whyNoFile(documentOf('d1', { status: 'uploading' }))).toBe('arriving');
});

describe('what is said of a document', () => {
  it('is that it holds hardly anything, where it does and was read', () => {
    const read = (part: Partial<Document>) => holdsLittle(documentOf('d', { status: 'success', ...part }));
    expect(read({ words: 2 })).toBe(true);
    expect(read({ words: 10 })).toBe(false);
    expect(read({ words: null })).toBe(false);
    expect(read({ words: 2, format: 'faq' })).toBe(false);
    expect(read({ words: 2, status: 'processing' })).toBe(false);
  });

  it('begins with the name of the file as its title', () => {
    expect(draftOf('Price_list 2026.final.pdf').title).toBe('Price list 2026.final');
    expect(draftOf('.pdf').title).toBe('.pdf');
  });

  it('is sent cleaned, tags one by one and each once', () => {
    const draft = { title: ' Terms ', description: '', category: ' Legal', tags: 'a, B,, b ,c' };
    expect(checkedMetadata(draft)).toEqual({
      metadata: { title: 'Terms', description: '', category: 'Legal', tags: ['a', 'B', 'c'] },
    });
  });

  it.each([
    ['title', ' ', 'titleMissing'],
    ['title', 'x'.repeat(201), 'titleLong'],
    ['description', 'x'.repeat(1_001), 'descriptionLong'],
    ['category', 'x'.repeat(61), 'categoryLong'],
    ['tags', 'x'.repeat(41), 'tagLong'],
    ['tags', 'a,b,c,d,e,f,g,h,i,j,k', 'tagsMany'],
  ])('names what is wrong with the %s %j', (field, value, problem) => {
    const draft = { title: 'x', description: '', category: '', tags: '', [field]: value };
    expect(checkedMetadata(draft)).toEqual({ problems: { [field]: `knowledge:fields.${problem}` } });
  });
});

describe('a search in the table', () => {
  const documents = ['d1', 'd2', 'd3', 'd4'].map((id, index) =>
    documentOf(id, {
      title: id === 'd2' ? 'Kündigung' : `Teil ${index}`,
      createdAt: `2026-01-0${index + 1}T00:00:00.000Z`,
    }),
  );
  const excerpt = { page: 1, heading: null, excerpt: { text: 'Die Kündigung', marks: [] } };
  const found = new Map([
    ['d3', [excerpt]],
    ['d1', [excerpt]],
  ]);
  const ids = (view: Partial<typeof EVERYTHING>) =>
    shownIn({ ...EVERYTHING, search: 'kündigung', ...view }, documents, 'de', found).map(({ id }) => id);

  it('shows what is named so before what says so, the best passages first, unless another order is chosen', () => {
    expect(ids({})).toEqual(['d2', 'd3', 'd1']);
    expect(ids({ sort: 'newest' })).toEqual(['d3', 'd2', 'd1']);
    expect(sortOf({ ...EVERYTHING, sort: 'best' })).toBe('newest');
  });

  it('keeps to what else is chosen', () => {
    expect(ids({ state: 'failed' })).toEqual([]);
  });

  it('is kept in the address, and read from it', () => {
    const view = { search: 'a & b', state: 'failed', category: 'Laden', sort: 'title' } as const;
    expect(readView(viewAddress(view))).toEqual(view);
    expect(viewAddress(EVERYTHING).toString()).toBe('');
    expect(readView(new URLSearchParams('status=nonsense&sort=by-magic'))).toEqual(EVERYTHING);
  });

  it.each([
    ['Öffnungszeiten', 'offnung', '[Öffnung]szeiten'],
    ['Cafe\u0301 am Eck', 'CAFÉ eck', '[Cafe\u0301] am [Eck]'],
    ['aaa', 'aa', '[aaa]'],
    ['Preise 2026', 'preis eise', '[Preise] 2026'],
    ['Nichts davon', 'preis', 'Nichts davon'],
    ['Titel', '', 'Titel'],
  ])('marks in %j what %j finds there', (text, search, expected) => {
    const { marks } = marked(text, wordsOf(search));
    expect(
      marks.reduceRight(
        (all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
        text,
      ),
    ).toBe(expected);
  });
});

describe('doing something with several documents', () => {
  it('goes on after one that fails, and says which and why', async () => {
    const documents = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => documentOf(id, {}));
    const { done, failed } = await eachDocument(documents, async ({ id }) => {
      if (id === 'b') throw new ApiError('plan.limit_exceeded');
    });
    expect(done.map(({ id }) => id).sort()).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(failed).toEqual([{ document: documents[1], code: 'plan.limit_exceeded' }]);
  });

  const nothing = { category: null, addedTags: [], removedTags: [] };

  it('adds and takes away tags, and leaves alone what each has besides', () => {
    const document = { category: 'Shop', tags: ['Alt', 'Versand'] };
    expect(changeOf(document, { ...nothing, addedTags: ['Neu', 'versand'], removedTags: ['ALT'] })).toEqual({
      tags: ['Versand', 'Neu'],
    });
    expect(changeOf(document, { ...nothing, category: 'Laden' })).toEqual({ category: 'Laden' });
    expect(changeOf(document, { ...nothing, category: '' })).toEqual({ category: '' });
    expect(changeOf(document, { ...nothing, category: 'Shop', addedTags: ['alt'] })).toBeNull();
    expect(tagsOf([document, { tags: ['versand', 'Büro'] }], 'de')).toEqual(['Alt', 'Büro', 'versand']);
  });

  it('refuses more tags than a document may have', () => {
    const tags = Array.from({ length: 10 }, (_, index) => `t${index}`);
    expect(changeOf({ category: '', tags }, { ...nothing, addedTags: ['one more'] })).toBe('tooMany');
    expect(changeOf({ category: '', tags }, { ...nothing, addedTags: ['x'], removedTags: ['t0'] })).toEqual({
      tags: [...tags.slice(1), 'x'],
    });
  });
});

function documentOf(id: string, own: Partial<Document>): Document {
  const at = `2026-01-0${id.slice(1)}T00:00:00.000Z`;
  return {
    id: DocumentId.parse(id),
    botId: BotId.parse('b1'),
    title: id,
    description: '',
    category: '',
    tags: [],
    fileName: `${id}.txt`,
    format: 'txt',
    size: 1,
    status: 'success',
    failureReason: null,
    pages: null,
    words: null,
    passages: null,
    language: null,
    tableCount: 0,
    notices: [],
    createdAt: at,
    updatedAt: at,
    replaces: null,
    url: null,
    ...own,
  };
}

describe('the heading of a passage beside the title of its document', () => {
  it.each([
    ['Habt ihr Pizza?', 'Habt ihr Pizza?', null],
    ['Handbook', 'Handbook › Opening hours', 'Opening hours'],
    ['Handbook', 'Handbooks › Opening hours', 'Handbooks › Opening hours'],
    ['Handbook', null, null],
  ])('says of %s and %s: %s', (title, heading, said) => {
    expect(headingUnder(title, heading)).toBe(said);
  });
});
