import type { Passage } from '#core/retrieval/passage';
import type { TextLanguage } from '#core/text/text-language';

/** Numbers that look random and are the same in each run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function passage(text: string, more: Partial<Passage> = {}): Passage {
  return { text, page: null, heading: null, start: 0, end: text.length, ...more };
}

export interface TestDocument {
  readonly documentId: string;
  readonly title: string;
  readonly language: TextLanguage | null;
  readonly passages: readonly Passage[];
}

const WORDS =
  `return returns shipping Versand Rückgabe Rückgaberecht Öffnungszeiten opening hours price Preis Preise
  Tarif Garantie warranty Lieferung delivery the of and der die und zu to in Kosten cost Straße contract Vertrag
  2024 14 days Tage café naïve 日本語 𐐷𐐲 Kündigung Kündigungsfrist cancel`.split(/\s+/);

/** Documents of random words: few different ones, so that everything repeats. */
export function randomDocuments(seed: number, count: number): TestDocument[] {
  const next = randomNumbers(seed);
  const words = (most: number) =>
    Array.from({ length: next(most) }, () => WORDS[next(WORDS.length)]).join(' ');
  const languages = ['en', 'de', null] as const;
  return Array.from({ length: count }, (_, index) => ({
    documentId: `d${index}`,
    title: `Title ${index}`,
    language: languages[next(3)] ?? null,
    passages: Array.from({ length: next(8) }, () =>
      passage(words(30), {
        heading: next(2) ? words(4) || null : null,
        page: next(3) || null,
        start: next(99),
      }),
    ),
  }));
}

export function randomQuestions(seed: number, count: number): string[] {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(6) }, () => WORDS[next(WORDS.length)]).join(' '),
  );
}
