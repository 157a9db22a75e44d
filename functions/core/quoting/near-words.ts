import { languageOf, wordTerm } from '#core/text/analysis';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { WORD_LISTS } from '#core/text/lexicon/word-lists';
import { onceByLanguage } from '#core/text/once-by-language';

/** How near a term of a text is to one that was asked for, by the lists of everyday words: 0 to 1. */
export type Nearness = (term: string) => number;

/** Another word for the same thing, and one of its kind or its kind. */
const SAME = 0.8;
const KIND = 0.4;

export function nearnessTo(asked: string): Nearness {
  const own = meaningOf(asked);
  if (own === null) return () => 0;
  return (term) => {
    const other = meaningOf(term);
    if (other === null) return 0;
    if (meet(own.families, other.families)) return SAME;
    return meet(own.kinds, other.families) || meet(own.families, other.kinds) ? KIND : 0;
  };
}

/** What a term stands for: its families, and those of its kinds and their kinds. */
interface Meaning {
  readonly families: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function meaningOf(term: string): Meaning | null {
  const language = languageOf(term);
  if (language === null) return null;
  const listed = meaningsIn(language);
  return listed(term) ?? (LEXICONS[language].joinsNouns ? compoundOf(term, listed) : null);
}

/** A compound is of the kind that its last part names. */
function compoundOf(term: string, listed: (term: string) => Meaning | null): Meaning | null {
  const cut = term.length - SHORTEST_PART;
  for (let at = 1 + SHORTEST_PART; at <= cut; at++) {
    const head = listed(`${term.charAt(0)}${term.slice(at)}`);
    if (head) return { families: new Set([term]), kinds: new Set([...head.families, ...head.kinds]) };
  }
  return null;
}

const SHORTEST_PART = 4;

/** Of terms of the lists: the others mean nothing. */
const meaningsIn = onceByLanguage((language) => {
  const { families, kinds } = WORD_LISTS[language];
  const { inflected } = LEXICONS[language];
  const termsOf = (words: string) =>
    words
      .split(', ')
      .flatMap((word) => inflected(word).map((form) => wordTerm(form.toLowerCase(), language)));
  const familiesOf = new Map<string, Set<string>>();
  for (const [index, line] of families.entries())
    for (const term of termsOf(line)) setAt(familiesOf, term).add(`${index}`);
  const kindsOf = new Map<string, Set<string>>();
  for (const line of kinds) {
    const [kind = '', members = ''] = line.split(': ');
    const own = wordTerm(kind.toLowerCase(), language);
    for (const term of termsOf(members)) {
      setAt(kindsOf, term).add(own);
      // A term without a family is one by itself.
      setAt(familiesOf, term);
    }
    setAt(familiesOf, own);
  }
  const meanings = new Map<string, Meaning>();
  return (term: string): Meaning | null => {
    const own = familiesOf.get(term);
    if (own === undefined) return null;
    const known = meanings.get(term);
    if (known) return known;
    const above = new Set(kindsOf.get(term));
    // What is added is gone through, too: the kinds of kinds.
    for (const kind of above) for (const next of kindsOf.get(kind) ?? []) above.add(next);
    const meaning = {
      families: new Set([term, ...own]),
      kinds: new Set([...above].flatMap((kind) => [kind, ...(familiesOf.get(kind) ?? [])])),
    };
    meanings.set(term, meaning);
    return meaning;
  };
});

function setAt(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key) ?? new Set<string>();
  map.set(key, known);
  return known;
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const each of one) if (other.has(each)) return true;
  return false;
}
