import { describe, expect, it } from 'vitest';
import type { Document } from '../../../functions/contract/documents';
import { BotId, DocumentId } from '../../../functions/contract/ids';
import { deleteDocuments } from '../../../web/src/features/knowledge/delete-documents';
import { categoriesOf, EVERYTHING, shownIn } from '../../../web/src/features/knowledge/document-view';
import { checkedMetadata, draftOf } from '../../../web/src/features/knowledge/metadata';

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

describe('what is said of a document', () => {
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

describe('deleting several documents', () => {
  it('goes on after one that fails, and says which', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => DocumentId.parse(id));
    const remove = async (_: string, id: string) => {
      if (id === 'b') throw new Error('busy');
    };
    const { deleted, failed } = await deleteDocuments('bot', ids, remove);
    expect([...deleted].sort()).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(failed).toEqual(['b']);
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
    createdAt: at,
    updatedAt: at,
    replaces: null,
    url: null,
    ...own,
  };
}
