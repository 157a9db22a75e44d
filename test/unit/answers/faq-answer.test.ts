import { describe, expect, it } from 'vitest';
import { citationsFor } from '#core/answers/citations';
import { buildPrompt, parsePrompt } from '#core/answers/prompt';
import { extractiveAnswer } from '#core/quoting/extractive';
import { withCitation, withoutMarkdown } from '#core/quoting/faq-answer';
import { quotesOf } from '#core/quoting/quotes';
import { extractFaq, faqText } from '#core/reading/faq';
import { buildSegment } from '#core/retrieval/build';
import { mergeSegments } from '#core/retrieval/merge';
import type { Hit } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { splitIntoPassages } from '#core/retrieval/split';

const QUESTION = 'How do I wash the tent?';
const ANSWER = `Wash the tent **by hand**:

1. Shake it out.
2. Use cold water:
   - no softener
   - no bleach

| Fabric | Degrees |
| --- | --- |
| Cotton | 30 |
| Nylon | 20 |

Then run:

\`\`\`
dry --slow   tent
\`\`\``;
const question = { text: QUESTION, topic: null, told: null, language: 'en' } as const;

async function passagesOf(answer: string) {
  const { blocks } = await extractFaq(new TextEncoder().encode(faqText({ question: QUESTION, answer })));
  return splitIntoPassages(blocks);
}

/** As search finds it, after it has been stored and merged. */
async function hitsOf(answer: string): Promise<Hit[]> {
  const passages = await passagesOf(answer);
  const stored = openSegment(buildSegment({ documentId: 'd1', title: QUESTION, language: 'en', passages }));
  const merged = openSegment(mergeSegments([{ segment: stored }]));
  return passages.map((_, at) => ({
    id: `d1#${at}`,
    documentId: '01JABCDEFGHJKMNPQRSTVWXYZ0',
    title: QUESTION,
    language: 'en',
    passage: merged.passage(at),
    score: 1,
    fields: { words: 1, grams: 0, pairs: 0 } as Hit['fields'],
    coverage: 1,
  }));
}

describe('the answer of a question-answer pair', () => {
  it('is indexed whole, in the Markdown that it was typed in, however long it is', async () => {
    const long = `${ANSWER}\n\n${'Keep it dry and out of the sun. '.repeat(60).trim()}`;
    const hits = await hitsOf(long);
    expect(
      hits.map(({ passage }) => [passage.text, passage.heading, passage.page, passage.isFaqAnswer]),
    ).toEqual([[long, QUESTION, null, true]]);
  });

  it('is given whole with its lists, tables and code, and cited behind them', async () => {
    const passages = (await hitsOf(ANSWER)).map(({ title, passage }) => ({ number: 1, title, ...passage }));
    expect(extractiveAnswer({ question: QUESTION, language: 'en', passages })).toBe(`${ANSWER}\n\n[1]`);
  });

  it('is quoted with them where the model failed', async () => {
    const quotes = quotesOf([question], await hitsOf(ANSWER), { labelOf: () => 'Found:' });
    expect(quotes?.text).toBe(`Found:\n\n> ${`${ANSWER}\n\n[1]`.replaceAll('\n', '\n> ')}`);
  });

  it('is known for one by the program that reads the prompt', async () => {
    const [hit] = await hitsOf(ANSWER);
    if (!hit) throw new Error('no hit');
    const request = buildPrompt({
      question: QUESTION,
      language: 'en',
      passages: [{ number: 1, title: QUESTION, ...hit.passage }],
      history: [],
      botName: 'Bot',
      companyName: '',
      maxTokens: 100,
    });
    expect(parsePrompt(request.messages)?.passages).toMatchObject([{ text: ANSWER, isFaqAnswer: true }]);
  });

  it('is shown without its marks as a source, and no longer than a quote', async () => {
    const [citation] = citationsFor(`${ANSWER}\n\n[1]`, [1], await hitsOf(ANSWER), question);
    expect(citation?.quote).toMatch(/^Wash the tent by hand:/);
    expect(citation?.quote).not.toMatch(/\*\*|```|\|\s*---/);
    expect(citation?.quote.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['Yes.', 'Yes. [1]'],
    ['- one\n- two', '- one\n- two [1]'],
    ['| a | b |', '| a | b |\n\n[1]'],
    ['```\nrun\n```', '```\nrun\n```\n\n[1]'],
  ])('keeps the number of its source out of what it ends with: %j', (markdown, cited) => {
    expect(withCitation(markdown, 1)).toBe(cited);
  });

  it('leaves passages of other documents as they are', () => {
    const blocks = [
      { kind: 'heading', level: 1, text: QUESTION, page: null },
      { kind: 'paragraph', text: 'By hand.', page: 3 },
    ] as const;
    const segment = openSegment(
      buildSegment({ documentId: 'd', title: QUESTION, language: 'en', passages: splitIntoPassages(blocks) }),
    );
    expect(segment.passage(0)).toMatchObject({ page: 3, text: 'By hand.' });
    expect(segment.passage(0).isFaqAnswer).toBeUndefined();
  });
});

it('is plain text as rows of cells, without the head of a table that names no columns', () => {
  expect(withoutMarkdown('> |  |  |\n> | --- | --- |\n> | **day** | 30 € |\n>\n> [1]')).toBe(
    'day | 30 €\n[1]',
  );
});
