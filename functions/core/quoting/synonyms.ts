import { createAnalyser } from '#core/text/analysis';
import type { TextLanguage } from '#core/text/text-language';

/**
 * Everyday words for one thing, which no letters that they share show. Only what a business and its visitors mean
 * alike: no `Umtausch` for a `Rückgabe`, and no `Garantie` for a `Gewährleistung`, which differ before the law.
 */
const FAMILIES: Readonly<Record<TextLanguage, readonly string[]>> = {
  de: [
    'lieferung lieferungs liefern geliefert liefer versand versenden verschicken verschickt zustellung zustellen porto',
    'rückgabe zurückgeben retoure rücksendung zurücksenden zurückschicken',
    'stornierung stornieren storno storniert absagen absage abbestellen abbestellung',
    'reservierung reservieren buchung buchen buchbar vereinbaren anmeldung anmelden voranmeldung',
    'schwimmbad schwimmbecken hallenbad pool swimmingpool',
    'wlan wifi internet internetzugang',
    'aufzug fahrstuhl lift',
    'handy mobiltelefon smartphone',
    'fahrrad rad bike velo',
    'fernseher fernsehgerät tv',
    'anreise anreisen einchecken checkin',
    'abreise abreisen auschecken checkout',
    'parkplatz stellplatz parken',
    'auto pkw wagen fahrzeug kfz',
    'barrierefrei rollstuhlgerecht behindertengerecht',
    'öffnungszeit sprechzeit sprechstunde geöffnet öffnen öffnet offen schließen schließt geschlossen schließzeit ruhetag',
    'samstag samstags sonnabend sonnabends',
    'weihnachten weihnachtstag heiligabend silvester dezember',
    'feiertag ostern ostermontag ostersonntag pfingsten pfingstmontag pfingstsonntag karfreitag himmelfahrt fronleichnam allerheiligen',
    'spät später late',
    'früh früher early',
    'haustier',
    'kinderbett babybett gitterbett',
    'student studentin studierende studium',
    'schließfach spind',
    'herren männer mann herr',
    'damen frauen frau dame',
    'passwort kennwort zugangscode',
    'gestohlen diebstahl geklaut',
    'erstattung erstatten rückerstattung geld-zurück',
    'rabatt ermäßigung ermäßigt vergünstigung nachlass',
    'rauchen raucher rauchverbot',
    'stellenangebot job jobs karriere bewerben bewerbung',
    'gramm g',
    'kilogramm kilo kg',
    'zentimeter cm',
    'meter m',
    'liter l',
    'stunde std h',
    'minute min',
  ],
  en: [
    'delivery deliver shipping shipped shipment postage',
    'cancel cancellation',
    'pay payment payable',
    'book booking reserve reservation',
    'wifi wlan internet',
    'elevator lift',
    'bicycle bike cycle',
    'television tv',
    'checkin arrival arrive',
    'checkout departure depart',
    'voucher giftcard',
    'invoice bill',
    'car vehicle',
    'warranty guarantee',
    'pet',
    'open opened opening close closed closing hours',
    'christmas december',
    'easter whitsun holiday',
    'cot crib',
    'child children kid',
    'amex american',
    'wheelchair accessible ramp accessibility',
    'stolen theft steal',
    'refund reimburse moneyback',
    'discount reduction reduced',
    'job jobs vacancy',
    'rent rental hire lend borrow',
    'bag bags luggage suitcase baggage',
    'password code passcode',
    'smoke smoking',
    'locker lockers',
    'gram gramme g',
    'kilogram kilogramme kilo kg',
    'centimetre centimeter cm',
    'metre meter m',
    'litre liter l',
    'hour hr h',
    'minute min',
  ],
};

/** What holds for all of a kind answers for one of it, and not the other way round. */
const KINDS: Readonly<Record<TextLanguage, Readonly<Record<string, string>>>> = {
  de: { haustier: 'hund katze' },
  en: { pet: 'dog cat' },
};

/** The families that a word of a question asks for: its own, and that of its kind. */
export function familiesAsked(term: string): readonly string[] {
  return [BY_TERM.get(term), BY_KIND.get(term)].filter((family) => family !== undefined);
}

/** The family that a term belongs to, or null. */
export function familyOf(term: string): string | null {
  return BY_TERM.get(term) ?? null;
}

const BY_TERM = new Map(
  (['en', 'de'] as const).flatMap((language) => {
    const analyser = createAnalyser(language);
    return FAMILIES[language].flatMap((family, index) =>
      analyser(family).words.map((term) => [term, `${language}${index}`] as const),
    );
  }),
);

const BY_KIND = new Map(
  (['en', 'de'] as const).flatMap((language) => {
    const analyser = createAnalyser(language);
    return Object.entries(KINDS[language]).flatMap(([kind, members]) =>
      analyser(members).words.map(
        (term) => [term, BY_TERM.get(analyser(kind).words[0] ?? '') ?? ''] as const,
      ),
    );
  }),
);
