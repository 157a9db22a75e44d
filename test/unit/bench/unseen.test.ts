import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unseen } from '#test/bench/parts/unseen';
import { plainText, unseenDocuments } from '#test/bench/unseen-documents';

describe('the documents that nothing was written for', () => {
  const documents = unseenDocuments();

  it('are ten in two languages, a third of whose questions has no answer', () => {
    const asked = documents.flatMap(({ answerable, unanswerable }) => [...answerable, ...unanswerable]);
    expect(documents).toHaveLength(10);
    expect(new Set(documents.map(({ language }) => language)).size).toBe(2);
    expect(asked).toHaveLength(150);
    expect(documents.flatMap(({ unanswerable }) => unanswerable)).toHaveLength(50);
  });

  it('are answered as often as measured', async () => {
    const figures = await unseen({ data: '', minutes: 0, model: false, progress: () => {} });
    expect(figures['unseen.right']).toBeGreaterThanOrEqual(75);
    expect(figures['unseen.wrongly_abstained']).toBeLessThanOrEqual(20);
    expect(figures['unseen.wrongly_answered']).toBeLessThanOrEqual(14);
  });

  it.each(documents)('hold an answer to each that has one: $document', ({ document, answerable }) => {
    const text = plainText(readFileSync(new URL(`../../bench/unseen/${document}`, import.meta.url), 'utf8'));
    const missing = answerable.filter(
      ({ answers }) => !answers.some((answer) => text.includes(plainText(answer))),
    );
    expect(missing).toEqual([]);
  });
});
