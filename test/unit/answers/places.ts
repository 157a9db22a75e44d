import { withoutMarks } from '#core/quoting/context';
import { type ExtractiveInput, extract, supported } from '#core/quoting/extractive';

/** The places that are marked in an answer without a model, `[n]` after each, without what stands around them. */
export function markedPlaces(input: ExtractiveInput): string | null {
  const places = supported(extract(input)).map(({ text, number }) => `${withoutMarks(text)} [${number}]`);
  return places.length === 0 ? null : places.join('\n\n');
}
