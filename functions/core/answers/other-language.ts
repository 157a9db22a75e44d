import type { Language } from '#contract/accounts/profile';
import type { AskedQuestion } from '#core/quoting/quotes';
import { verbsOf } from '#core/quoting/verbs';
import type { Hit } from '#core/retrieval/search';
import { createAnalyser, isStopWord, tokenise } from '#core/text/analysis';
import { isBare } from '#core/text/salience';

/**
 * Everyday words of businesses and their visitors in both languages, the usual one first: what is said in the other
 * language is asked with that one. A word that has no pair here is asked as it is, as names and loans are.
 */
const PAIRS: readonly (readonly [en: string, de: string])[] = [
  ['opening hours', 'öffnungszeiten geschäftszeiten sprechzeiten'],
  ['open opened opening', 'geöffnet öffnen offen'],
  ['closed close closing', 'geschlossen schließen ruhetag'],
  ['price prices cost costs fee fees', 'kosten preis preise kostet gebühr gebühren'],
  ['expensive', 'teuer'],
  ['free', 'kostenlos gratis kostenfrei'],
  ['discount discounts reduced', 'ermäßigung rabatt ermäßigt'],
  ['pay payment paying', 'bezahlen zahlung zahlen bezahlung'],
  ['cash', 'bar bargeld'],
  ['card cards', 'karte karten'],
  ['invoice bill', 'rechnung'],
  ['voucher giftcard', 'gutschein gutscheine'],
  ['deposit', 'kaution anzahlung'],
  ['delivery deliver shipping ship shipped', 'lieferung liefern versand geliefert'],
  ['return returns', 'zurückgeben rückgabe zurücksenden'],
  ['exchange', 'umtauschen umtausch'],
  ['refund', 'erstattung erstatten'],
  ['cancel cancellation', 'stornieren stornierung absagen'],
  ['book booking reserve reservation', 'buchen buchung reservieren reservierung'],
  ['order orders ordered', 'bestellung bestellen bestellt'],
  ['appointment appointments', 'termin termine'],
  ['warranty', 'gewährleistung'],
  ['guarantee', 'garantie'],
  ['repair repairs repaired', 'reparatur reparieren repariert'],
  ['rent rental hire', 'mieten miete verleih leihen'],
  ['address', 'adresse anschrift'],
  ['phone telephone', 'telefon telefonnummer'],
  ['parking park', 'parkplatz parken parkplätze'],
  ['breakfast', 'frühstück'],
  ['lunch', 'mittagessen'],
  ['dinner', 'abendessen'],
  ['room rooms', 'zimmer'],
  ['bed beds', 'bett betten'],
  ['dog dogs', 'hund hunde'],
  ['cat cats', 'katze katzen'],
  ['pet pets', 'haustier haustiere'],
  ['child children kids', 'kinder kind'],
  ['adult adults', 'erwachsene erwachsener'],
  ['student students', 'studierende studenten student'],
  ['senior seniors', 'senioren'],
  ['guest guests', 'gäste gast'],
  ['member members', 'mitglied mitglieder'],
  ['membership memberships', 'mitgliedschaft mitgliedschaften'],
  ['ticket tickets', 'eintrittskarte eintrittskarten fahrkarte'],
  ['admission entry', 'eintritt'],
  ['wheelchair', 'rollstuhl'],
  ['accessible', 'barrierefrei'],
  ['bicycle bike bikes', 'fahrrad fahrräder'],
  ['car cars', 'auto autos'],
  ['train', 'bahn zug'],
  ['bus', 'bus'],
  ['station', 'bahnhof'],
  ['airport', 'flughafen'],
  ['towel towels', 'handtuch handtücher'],
  ['luggage baggage', 'gepäck'],
  ['arrival arrive', 'anreise ankunft'],
  ['departure depart', 'abreise'],
  ['tent tents', 'zelt zelte'],
  ['garden', 'garten'],
  ['smoke smoking', 'rauchen'],
  ['vegetarian', 'vegetarisch vegetarische'],
  ['vegan', 'vegan vegane'],
  ['allergy allergies', 'allergie allergien'],
  ['insurance', 'versicherung'],
  ['contract', 'vertrag'],
  ['terminate termination', 'kündigen kündigung'],
  ['password', 'passwort'],
  ['account', 'konto'],
  ['privacy', 'datenschutz'],
  ['job jobs vacancy', 'stellenangebot stellenangebote'],
  ['course courses', 'kurs kurse'],
  ['size sizes', 'größe größen'],
  ['colour color', 'farbe farben'],
  ['weight', 'gewicht'],
  ['spare', 'ersatzteile ersatzteil'],
  ['holiday holidays', 'feiertag feiertage'],
  ['weekend weekends', 'wochenende'],
  ['monday', 'montag montags'],
  ['tuesday', 'dienstag dienstags'],
  ['wednesday', 'mittwoch mittwochs'],
  ['thursday', 'donnerstag donnerstags'],
  ['friday', 'freitag freitags'],
  ['saturday', 'samstag samstags'],
  ['sunday', 'sonntag sonntags'],
  ['day days', 'tag tage'],
  ['week weeks', 'woche wochen'],
  ['month months', 'monat monate'],
  ['year years', 'jahr jahre'],
  ['hour', 'stunde stunden'],
];

/** What a question asks for, beside the words that name it: an answer is known by it. */
const ASKS: readonly {
  readonly asks: Readonly<Record<Language, RegExp>>;
  readonly as: Readonly<Record<Language, string>>;
}[] = [
  {
    asks: {
      en: /\b(?:how (?:much|expensive)|what (?:does|do|is|are) .*\b(?:cost|price|fee)s?|prices?)\b/i,
      de: /(?:was kostet|was kosten|wie ?viel kostet|wie teuer|wie hoch|preis)/i,
    },
    as: { en: 'How much does it cost:', de: 'Was kostet:' },
  },
  {
    asks: { en: /\b(?:when|what time)\b/i, de: /\bwann\b|um wie ?viel uhr/i },
    as: { en: 'When', de: 'Wann' },
  },
  { asks: { en: /\bwhere\b/i, de: /\bwo\b/i }, as: { en: 'Where', de: 'Wo' } },
  { asks: { en: /\bhow long\b/i, de: /\bwie lange?\b/i }, as: { en: 'How long', de: 'Wie lange' } },
  {
    asks: { en: /^\s*(?:can|could|may)\b/i, de: /^\s*(?:kann|können|darf|dürfen)(?!\p{L})/iu },
    as: { en: 'Can', de: 'Kann' },
  },
];

/** Said before quotes from documents that are in the other language than the visitor's. */
export const OTHER_LANGUAGE_LABEL: Readonly<Record<Language, string>> = {
  en: 'Our documents on this are in German. This passage comes closest to your question:',
  de: 'Unsere Unterlagen dazu sind auf Englisch. Diese Stelle kommt Ihrer Frage am nächsten:',
};

/** The label of what is cited from documents that are all in the other language; else undefined. */
export function labelFor(cited: readonly Pick<Hit, 'language'>[], language: Language): string | undefined {
  const isOther = cited.length > 0 && cited.every((hit) => hit.language === OTHER[language]);
  return isOther ? OTHER_LANGUAGE_LABEL[language] : undefined;
}

/**
 * Whether what the documents tell in the other language was before the model, which then has judged it: vectors have
 * found a passage that is near to the question by its meaning. That a passage has a vector says nothing.
 */
export function isToldAcross(hits: readonly Hit[], language: Language): boolean {
  return hits.some((hit) => hit.language === OTHER[language] && (hit.fields.dense ?? 0) >= NEAR);
}

/** A cosine that texts of different subjects hardly reach with any of the embedding models. */
const NEAR = 0.35;

const OTHER: Readonly<Record<Language, Language>> = { en: 'de', de: 'en' };

/**
 * The question as documents in the other language may answer it, or null where no word of it has a pair. It is no
 * sentence: it holds the words that are searched and compared.
 */
export function inOtherLanguage({ text, topic, language }: AskedQuestion): AskedQuestion | null {
  const other = OTHER[language];
  const terms = DICTIONARY[language];
  const analyser = createAnalyser(language);
  const words: string[] = [];
  let found = 0;
  const whole = topic === null ? text : `${topic}\n${text}`;
  // What is done is said in many ways, and bare words say nothing: without a pair they would only stand against the rest.
  const verbs = verbsOf(text, language);
  for (const token of tokenise(whole)) {
    if (isStopWord(token, language)) continue;
    const [term = ''] = analyser(token).words;
    const pair = terms.get(term);
    if (pair !== undefined) found++;
    else if (verbs.has(token) || isBare(term, language)) continue;
    words.push(pair ?? token);
  }
  if (found === 0) return null;
  const asked = ASKS.find(({ asks }) => asks[language].test(text));
  const sentence = [asked?.as[other], ...new Set(words)].filter(Boolean).join(' ');
  return { text: `${sentence}?`, topic: null, told: null, language: other };
}

const DICTIONARY: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: dictionary(([en, de]) => [en, de], 'en'),
  de: dictionary(([en, de]) => [de, en], 'de'),
};

function dictionary(
  sides: (pair: readonly [string, string]) => readonly [from: string, to: string],
  language: Language,
): ReadonlyMap<string, string> {
  const analyser = createAnalyser(language);
  const terms = new Map<string, string>();
  for (const pair of PAIRS) {
    const [from, to] = sides(pair);
    for (const term of analyser(from).words) if (!terms.has(term)) terms.set(term, to.split(' ')[0] ?? to);
  }
  return terms;
}
