import { tokenise } from './analysis';
import { STOP_WORDS } from './stop-words';
import type { TextLanguage } from './text-language';

/**
 * Language of a text or a question by its function words, or null where they don't tell: another language, a
 * price list, `Premium?`. Callers then take the bot's or the conversation's.
 */
export function detectLanguage(text: string): TextLanguage | null {
  // Figures are of no language: a price list is judged by its words.
  const tokens = tokenise(sample(text)).filter((token) => /\p{L}/u.test(token));
  let [en, de] = [0, 0];
  for (const token of tokens) {
    if (EVIDENCE.en.has(token)) en++;
    if (EVIDENCE.de.has(token) || /[äöüß]/.test(token)) de++;
  }
  const [most, least] = en > de ? [en, de] : [de, en];
  const share = tokens.length < SHORT ? 0 : LEAST_SHARE;
  if (most === 0 || most < least * 1.5 || most / tokens.length < share) return null;
  return en > de ? 'en' : 'de';
}

/**
 * Language of a table that says next to nothing in sentences, by the names of its columns and what stands in its cells;
 * null where they don't tell. Each word counts once: a column has many cells that are alike.
 */
export function detectTableLanguage(text: string): TextLanguage | null {
  const tokens = new Set(tokenise(sample(text)).filter((token) => /\p{L}/u.test(token)));
  let [en, de] = [0, 0];
  for (const token of tokens) {
    if (EVIDENCE.en.has(token) || CELLS.en.has(token) || ENDINGS.en.test(token)) en++;
    if (EVIDENCE.de.has(token) || CELLS.de.has(token) || ENDINGS.de.test(token)) de++;
  }
  const [most, least] = en > de ? [en, de] : [de, en];
  if (most < LEAST_CELLS || most < least * 1.5) return null;
  return en > de ? 'en' : 'de';
}

/** One word may be a name, or a loan. */
const LEAST_CELLS = 2;

/** Names of columns, and what cells say of anything. */
const CELLS: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: words(
    `price prices description quantity amount date time day weekday monday tuesday wednesday thursday friday saturday
    sunday january february march june july october december item product number size colour color weight length width
    height category city town street postcode zip phone course service duration fee room piece each discount available
    yes manufacturer unit vat net gross total customer country stock contents brand ingredients drinks dishes water bread
    child children adult adults small large medium red blue green black white yellow single double per day week month year`,
  ),
  de: words(
    `preis preise beschreibung menge anzahl datum uhrzeit beginn wochentag montag dienstag mittwoch donnerstag freitag
    samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags januar februar juni juli oktober
    dezember artikel bezeichnung nummer nr farbe gewicht breite kategorie ort plz telefon kurs leistung dauer kosten
    zimmer rabatt lieferzeit ja nein hersteller einheit mwst netto brutto gesamt summe kunde stadt bestand inhalt marke
    zutaten speisen wasser brot kind kinder erwachsene klein mittel rot blau schwarz gelb einzel doppel pro tag woche
    monat jahr`,
  ),
};

/** How words of one of the two end, and none of the other; letters that only one has. */
const ENDINGS: Readonly<Record<TextLanguage, RegExp>> = {
  en: /.{3}(?:ness|ship|ful|less|ght|ing|ings|ery)$/,
  de: /[äöüß]|.{3}(?:ungs?|ungen|keit|heit|schaft|lich|liche[nrs]?|chen|tät|ische[nrs]?|zeit|preis)$/,
};

/** A shorter text is judged by any evidence; a longer one must have it throughout, as every en or de text has. */
const SHORT = 20;

/**
 * Share of words that must be evidence. English and German prose have 0.35 to 0.5; Dutch, the nearest
 * neighbour, reaches 0.15, tables and lists in English or German about 0.2.
 */
const LEAST_SHARE = 0.17;
const SAMPLE = 8_000;

/** Words of both languages, and everyday ones of one that are common in third ones, prove nothing. */
const AMBIGUOUS = words(
  'die war was so in am an man also will hat all bin not her no me du des on a i s t d m o in im as is an die do',
);

/** Function words, and what short questions are made of. */
const EVIDENCE: Record<TextLanguage, ReadonlySet<string>> = {
  en: evidence(
    STOP_WORDS.en,
    'hello hi thanks thank cost costs price prices need want get buy order return open opening is it i my long offer',
  ),
  de: evidence(
    STOP_WORDS.de,
    `hallo guten danke kostet kosten preis preise brauche brauchen möchte nicht kein keine keinen ohne gegen
    bestellen bestellung zurückgeben rückgabe lange öffnet geöffnet bieten bietet geht uhr`,
  ),
};

function evidence(stopWords: ReadonlySet<string>, everyday: string): ReadonlySet<string> {
  const ambiguous = new Set([...AMBIGUOUS].filter((word) => !everyday.split(/\s+/).includes(word)));
  return new Set([...stopWords, ...words(everyday)].filter((word) => !ambiguous.has(word)));
}

/** Beginning, middle and end, so that a cover page or an appendix in another language doesn't decide. */
function sample(text: string): string {
  if (text.length <= 3 * SAMPLE) return text;
  const middle = Math.floor((text.length - SAMPLE) / 2);
  return [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
