import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askedDocuments, tradeOf } from '#test/bench/asked-documents';

describe('the documents that visitors ask in words of their own', () => {
  const documents = askedDocuments();
  const questions = documents.flatMap((document) => document.questions);

  it('are of many trades in two languages, and are there', () => {
    expect(documents).toHaveLength(66);
    expect(new Set(documents.map(({ language }) => language)).size).toBe(2);
    expect(new Set(documents.map(tradeOf)).size).toBeGreaterThanOrEqual(15);
    const files = documents.map(
      ({ document }) => new URL(`../../bench/answering/documents/${document}`, import.meta.url),
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('are asked in every form, a third of it without an answer', () => {
    expect(questions).toHaveLength(1_665);
    expect(questions.filter(({ answers }) => answers === null)).toHaveLength(552);
    expect(new Set(questions.map(({ form }) => form)).size).toBe(5);
    expect(questions.filter(({ form, after }) => form === 'follow-up' && after.length === 0)).toEqual([]);
  });
});
