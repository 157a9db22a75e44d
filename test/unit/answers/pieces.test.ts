import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '#core/quoting/candidates';
import { extract } from '#core/reading/extract';
import { splitIntoPassages } from '#core/retrieval/split';
import { markedPlaces } from './places';

const texts = (text: string) => piecesOf(text).map((piece) => piece.text);

describe('pieces of a table', () => {
  it('are rows, each cell with the name of its column, without what is empty', () => {
    expect(
      texts('Pos | Part | Qty | Price\n1 | Lamp | 2 | €40.00\n | Total |  | \n| Sum | | €40.00'),
    ).toEqual(['Pos: 1, Part: Lamp, Qty: 2, Price: €40.00', 'Part: Total', 'Part: Sum, Price: €40.00']);
  });

  it('keep a first row that holds figures where the others do', () => {
    expect(texts('3 | Lamp | €45.90\n4 | Cable | €1.15\n5 | Call-out | €65.00')).toEqual([
      '3, Lamp, €45.90',
      '4, Cable, €1.15',
      '5, Call-out, €65.00',
    ]);
  });

  it('are named by years, and by figures of another kind than those below', () => {
    expect(texts('Country | 2025 | 2026\nFrance | 120 | 140')).toEqual([
      'Country: France, 2025: 120, 2026: 140',
    ]);
    expect(texts('To | 5 kg | 10 kg\nFrance | €9 | €14')).toEqual(['To: France, 5 kg: €9, 10 kg: €14']);
  });
});

describe('answer from a table of a PDF', () => {
  const ask = async (file: string, language: 'en' | 'de', question: string) => {
    const bytes = await readFile(new URL(`../../fixtures/documents/${file}`, import.meta.url));
    const passages = splitIntoPassages((await extract(bytes, 'pdf')).blocks).map((passage, index) => ({
      number: index + 1,
      title: file,
      ...passage,
    }));
    return markedPlaces({ question, language, passages });
  };

  it('is the row of an invoice with its own figures', async () => {
    const answer = await ask('invoice.pdf', 'en', 'How many LED panels were installed?');
    expect(answer).toMatch(
      /^Pos: 3, Description: LED panel light 60 x 60, Qty: 8, Unit price: €45\.90, Amount: €367\.20 \[\d\]/,
    );
    expect(answer).not.toContain('14');
  });

  it('is the row of a German price list, also where its cells are wrapped or over the end of a page', async () => {
    expect(await ask('preisliste.pdf', 'de', 'Was kostet die Grabpflege im Jahr?')).toContain(
      'Leistung: Grabpflege, Umfang: Monatlich, mit Wechsel der Bepflanzung im Frühjahr und im Herbst, Einheit: Jahr, Preis: 290,00 €',
    );
    expect(await ask('preisliste.pdf', 'de', 'Was kostet es, eine Wildblumenwiese anzulegen?')).toContain(
      'Leistung: Wildblumenwiese anlegen, Umfang: Abmagern, einsäen und anwalzen, Einheit: m², Preis: 6,40 €',
    );
  });
});

describe('lines of a text', () => {
  const text = 'Opening hours\nMonday: 9–17\nTuesday: 9–17\n\nPostal address\nSeestraße 1\n80331 München';
  const quoted = (question: string) =>
    markedPlaces({
      question,
      language: 'en',
      passages: [{ number: 1, title: 'Hotel', heading: null, page: null, text }],
    });

  it('are quoted one by one', () => {
    expect(quoted('When are you open on Tuesday?')).toBe('Tuesday: 9–17 [1]');
  });

  it('that are of one, stand each on its own line', () => {
    expect(quoted('What is your postal address?')).toBe('Seestraße 1\n80331 München [1]');
  });
});
