import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '#contract/knowledge/documents';
import type { Block } from '#core/reading/block';
import { extract } from '#core/reading/extract';
import { withQuestionsAsHeadings } from '#core/reading/question-headings';
import { splitIntoPassages } from '#core/retrieval/split';

async function passagesOf(text: string, format: DocumentFormat) {
  const { blocks } = await extract(new TextEncoder().encode(text), format);
  return splitIntoPassages(blocks).map(({ heading, text }) => `${heading}: ${text}`);
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text, page: null });
const heading = (text: string, level: number): Block => ({ kind: 'heading', text, level, page: null });

describe('questions of a text that goes by question and answer', () => {
  it('head their answers in plain text, without the letters before them', async () => {
    const text =
      'Sunny Bikes\n\nQ: Is there parking?\nA: Yes, behind the house.\n\nQ 2: Can you deliver the bikes to my hotel in town?\nA: Within Lindau.';
    expect(await passagesOf(text, 'txt')).toEqual([
      'Sunny Bikes › Is there parking?: Yes, behind the house.',
      'Sunny Bikes › Can you deliver the bikes to my hotel in town?: Within Lindau.',
    ]);
  });

  it('head theirs in Markdown, in bold on the same line', async () => {
    const text = '# FAQ\n\n**Do I need to book?** In July we recommend it.\n\n**Are dogs allowed?** Yes.';
    expect(await passagesOf(text, 'md')).toEqual([
      'FAQ › Do I need to book?: In July we recommend it.',
      'FAQ › Are dogs allowed?: Yes.',
    ]);
  });

  it('may be of several sentences where letters tell them from their answers', async () => {
    const text = "# Help\n\nQ: My parcel hasn't come. What now?\nA: Wait.\n\nQ: Call us\nA: At any time.";
    expect(await passagesOf(text, 'txt')).toEqual([
      "Help › My parcel hasn't come. What now?: Wait.",
      'Help › Call us: At any time.',
    ]);
  });

  it('are of one level, however long', () => {
    const long = 'Gibt es Schließfächer, in denen ich mein großes Gepäck bis zum Abend einschließen kann?';
    const blocks = [
      heading('Kann ich mit Karte zahlen?', 3),
      paragraph('Ja.'),
      paragraph(`${long}\nJa, im Foyer.`),
    ];
    expect(withQuestionsAsHeadings(blocks).slice(2)).toEqual([
      { ...heading(long, 3), heads: 1 },
      paragraph('Ja, im Foyer.'),
    ]);
  });

  it('have all that follows for their answer, lists and tables too', () => {
    const list: Block = { kind: 'list', text: 'Visa', page: null };
    const blocks = [
      heading('FAQ', 1),
      paragraph('How can I pay?'),
      paragraph('By card:'),
      list,
      paragraph('Is there a cloakroom?'),
      paragraph('Yes.'),
    ];
    expect(withQuestionsAsHeadings(blocks).map(({ kind, level }) => level ?? kind)).toEqual([
      1,
      2,
      'paragraph',
      'list',
      2,
      'paragraph',
    ]);
  });

  it('are left where they are only put to the reader', () => {
    const told = [
      heading('Welcome', 1),
      paragraph('Looking for a quiet place? Our rooms face the lake.'),
      paragraph('Breakfast is served from 7 am. Would you like it in your room?'),
      paragraph('Any questions?'),
    ];
    expect(withQuestionsAsHeadings(told)).toEqual(told);
  });

  it('are left where what follows is about something else', () => {
    const mixed = [
      heading('FAQ', 1),
      paragraph('Are dogs allowed? Yes.'),
      paragraph('Do I need to book? No.'),
      paragraph('Helmets are included in the price.'),
    ];
    expect(withQuestionsAsHeadings(mixed)).toEqual(mixed);
  });
});
