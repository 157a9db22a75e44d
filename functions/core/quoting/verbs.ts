import type { TextLanguage } from '#core/text/text-language';

/**
 * Words of a question that its grammar shows to be verbs, in lower case. By their place alone: who types a German
 * question seldom types its capitals, by which a reader would tell a noun.
 */
export function verbsOf(question: string, language: TextLanguage): ReadonlySet<string> {
  const verbs = new Set<string>();
  const asked = question.toLowerCase();
  if (language === 'en') for (const verb of englishVerbs(asked)) verbs.add(verb);
  else {
    for (const clause of asked.split(/[,;.:!?]+/u)) {
      for (const verb of germanVerbs(clause.match(/[\p{L}\p{M}\p{N}-]+/gu) ?? [])) verbs.add(verb);
    }
  }
  return verbs;
}

/** What comes after a pronoun, and after the subject of what begins with a helping verb. */
function englishVerbs(question: string): string[] {
  const afterPronoun = question.matchAll(/\b(?:who|i|you|we|they|it|to)\s+(\p{L}+)/gu);
  const afterSubject = question.matchAll(
    /^(?:do|does|did|can|may|must|should|will)\s+(?:the|an?|my|your|our|its|their)\s+\p{L}+\s+(\p{L}+)/gu,
  );
  return [...afterPronoun, ...afterSubject].map(([, verb = '']) => verb);
}

/** The finite verb stands first, or behind what is asked for; all others stand last. */
function germanVerbs(clause: readonly string[]): string[] {
  const [first = ''] = clause;
  const verbs = clause.filter((word, at) => clause[at - 1] === 'zu' && INFINITIVE.test(word));
  if (CONJUNCTIONS.has(first)) return [...verbs, ...lastOf(clause)];
  const finite = clause[finitePlace(clause)];
  if (finite === undefined) return verbs;
  const others = BEING.test(finite)
    ? lastOf(clause).filter((word) => PARTICIPLE.test(word))
    : HELPING.test(finite)
      ? lastOf(clause)
      : [];
  return [...verbs, finite, ...others];
}

/** -1 where it can't be told, as in `Preis Tageskarte`. */
function finitePlace(clause: readonly string[]): number {
  const helping = clause.findIndex((word) => HELPING.test(word));
  const [first = '', second = '', third = ''] = clause;
  if (ASKS.has(first) && second && !DEGREES.has(second)) return 1;
  if (first === 'wie' && DEGREES.has(second) && !/^viele?n?$/.test(second) && third) return 2;
  const beforeSubject = clause.findIndex(
    (word, at) => FINITE.test(word) && !SMALL.has(word) && SUBJECTS.has(clause[at + 1] ?? ''),
  );
  return helping === -1 ? beforeSubject : beforeSubject === -1 ? helping : Math.min(helping, beforeSubject);
}

/** A participle or an infinitive at the end, with a helping verb behind it or none: `bestätigt werden`. */
function lastOf(clause: readonly string[]): string[] {
  const last = clause.at(-1) ?? '';
  const before = clause.at(-2) ?? '';
  return [last, ...(HELPING.test(last) ? [before] : [])].filter(
    (word) => INFINITIVE.test(word) || PARTICIPLE.test(word) || FINITE.test(word),
  );
}

const INFINITIVE = /^\p{L}{2,}(?:en|ern|eln|tun)$/u;
const PARTICIPLE =
  /^(?:\p{L}{2,6}?ge|ge|be|ver|er|ent|zer|über|unter|wider|um)\p{L}{2,}(?:t|en)$|^\p{L}+iert$/u;
const FINITE = /^\p{L}+(?:e|en|n|t|st|ß)$/u;

const HELPING =
  /^(?:(?:darf|dürf|kann|könn|muss|müss|soll|will|woll|möcht|mag|mög|wird|werd|würd|lass|läss|hab|hat|hätt|ist|sind|seid|bin|bist|war|wär)(?:s?t|e|en|et|est|ten|test)?|gibt)$/u;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** With these a participle stands at the end, or a noun: `Haben Sie Kreditkarten?` */
const BEING = /^(?:hab|hat|hätt|ist|sind|seid|bin|bist|war|wär|gibt)/u;

/** Behind these the verb stands at once. */
const ASKS = words(
  `wann wo wohin woher wer wen wem was warum wieso weshalb wie womit wofür wozu worauf woran worin wobei wodurch`,
);

/** What is asked with `wie`: the verb stands behind it. */
const DEGREES = words(
  `lange lang oft häufig viel viele vielen hoch teuer groß schwer weit alt spät früh schnell bald warm kalt heiß tief breit laut hell
  fest stark dick voll jung klein gut genau am`,
);

const SUBJECTS = words(
  `ich du er sie es man wir ihr der die das den dem ein eine einen einem einer mein meine meinen euer eure ihre sich
  mir mich uns dieser diese dieses jemand`,
);

const CONJUNCTIONS = words(
  `wenn falls dass ob weil damit bevor nachdem sobald solange sofern obwohl während`,
);

/** End as verbs do, and are none. */
const SMALL = words(
  `welche welchen viele vielen mit nicht heute bitte seit eine einen meine meinen eure ihre diese diesen keine keinen
  alle allen unsere unseren sonst jetzt erst fast selbst dann denn wann von den in an`,
);
