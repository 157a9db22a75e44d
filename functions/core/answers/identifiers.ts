/**
 * What a text makes of the identifiers that a question names: parts of `P1777-10` stand in other numbers too, and what
 * is told of another part is wrong.
 */
export function identifiedBy(question: string, texts: readonly string[]): (text: string) => number {
  const asked = identifiersIn(question);
  const known = asked.filter((identifier) => texts.some((text) => identifiersIn(text).includes(identifier)));
  if (known.length === 0) return () => 1;
  return (text) => {
    const told = identifiersIn(text);
    if (known.some((identifier) => told.includes(identifier))) return 1;
    return told.some((identifier) => isAlike(identifier, known)) ? OF_ANOTHER : 1;
  };
}

/** What is left of a text that names another of the same kind and not the one that was asked for. */
const OF_ANOTHER = 0.3;

/** Letters and digits in one word, its parts joined by hyphens and the like: `P1777-10`, `A4`, `EN-388`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?=[\p{L}-]*\d)(?=[\d/._-]*\p{L})[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;

/** No time, no measure and no ordinal: what its letters say is known. */
const MEASURE = /^\d+(?:[.,]\d+)?\p{L}{1,4}$/u;

function identifiersIn(text: string): string[] {
  return [...text.matchAll(IDENTIFIER)]
    .map(([said]) => said.toLowerCase())
    .filter((said) => !MEASURE.test(said));
}

/** By the kinds of its characters: `p1777-07` is one like `p1777-10`. */
function isAlike(identifier: string, others: readonly string[]): boolean {
  const shape = shapeOf(identifier);
  return others.some((other) => shapeOf(other) === shape);
}

function shapeOf(identifier: string): string {
  return identifier.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
}
