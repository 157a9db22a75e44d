import { otherForms } from './acronyms';
import { contactAskedFor, withAddress } from './contact';
import { otherSpellings } from './identifiers';

/**
 * What is searched for a question beside its own words: the labels that texts put to what it asks for. `Wann habt ihr
 * offen?` shares no word with `Sprechzeiten`, nor `Where are you?` with an address.
 */
export function searchWords(question: string): string {
  const contact = contactAskedFor(withAddress(question));
  const hours = ASKS_HOURS.test(question) ? HOURS : '';
  return [hours, contact?.label, otherSpellings(question), otherForms(question, [])]
    .filter(Boolean)
    .join(' ');
}

const ASKS_HOURS =
  /(?<!\p{L})(?:open(?:ing)?|close[sd]?|closing|business hours|geöffnet|offen|öffn(?:en|et)|schlie(?:ß|ss)(?:en|t)|geschlossen|\p{L}*zeiten|sprechstunden?|(?:habt|haben|hat|macht|machen|ist|sind|seid)(?!\p{L}).*\s(?:auf|zu))(?!\p{L})/iu;
const HOURS = 'opening hours Öffnungszeiten Sprechzeiten';
