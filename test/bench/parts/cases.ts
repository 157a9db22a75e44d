import { readCases, tryCase } from '../cases';
import { type Part, prefixed } from '../figures';

/** How many cases come out right and wrong, in all and by kind; those that don't are told as progress. */
export const cases: Part = async ({ progress }) => {
  const figures: Record<string, number> = { right: 0, wrong: 0 };
  for (const asked of readCases()) {
    const { isRight, told } = await tryCase(asked);
    const result = isRight ? 'right' : 'wrong';
    const kind = `${asked.kind.replace(/[^\p{L}\p{N}]+/gu, '_')}`;
    const known = { [`${kind}.right`]: 0, [`${kind}.wrong`]: 0, ...figures };
    known[result] = (known[result] ?? 0) + 1;
    known[`${kind}.${result}`] = (known[`${kind}.${result}`] ?? 0) + 1;
    Object.assign(figures, known);
    if (!isRight) progress(`cases: ${asked.file}: ${asked.ask} → ${JSON.stringify(told)}`);
  }
  return prefixed('cases', figures);
};
