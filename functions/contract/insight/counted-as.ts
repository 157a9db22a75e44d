/** What a conversation is counted by: figures, topics (with `+` answered, with `-` not), the page it began on. */
export type CountedKind = 'DAY' | 'TOPICS' | 'PAGES';

/** Conversations that were counted by one of these names: a filter of their list. */
export function countedAs(kind: CountedKind, names: readonly string[]): string {
  return `${kind}:${names.join('\n')}`;
}

/** Whether what was counted so are questions: a conversation may have several. */
export function countsQuestions(filter: string): boolean {
  const { kind, names } = readCountedAs(filter);
  return kind === 'TOPICS' || (kind === 'DAY' && names.some((name) => OF_QUESTIONS.test(name)));
}

/** Counters of a day that add up questions; `response3` is a part of the chart of response times. */
const OF_QUESTIONS = /^(answered|abstained|response\d+)$/;

export function readCountedAs(filter: string): {
  readonly kind: CountedKind;
  readonly names: readonly string[];
} {
  const colon = filter.indexOf(':');
  return { kind: filter.slice(0, colon) as CountedKind, names: filter.slice(colon + 1).split('\n') };
}
