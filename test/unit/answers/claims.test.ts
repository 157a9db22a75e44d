import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { claimsOf, unsupportedOf, withoutFalseCitations } from '#core/answers/claims';
import type { Hit } from '#core/retrieval/search';

const hit = (text: string, language: Language | null): Hit => ({
  id: 'd#0',
  documentId: 'd',
  title: 'Handbook',
  language,
  passage: { text, page: 1, heading: null, start: 0, end: text.length },
  score: 1,
  fields: { words: 1, grams: 0, pairs: 0, dense: null },
  coverage: 1,
});

const PASSAGES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Standard delivery within Germany takes two to four working days and costs 4.90 €. From 50 € the delivery is free.',
    'You may return unused articles within 30 days. We refund the price within 14 days after the parcel has arrived.',
    'Our shop in Flensburg is open Monday to Saturday from 9:00 to 18:30. Dogs are welcome on a lead.',
  ],
  de: [
    'Der Standardversand innerhalb Deutschlands dauert zwei bis vier Werktage und kostet 4,90 €. Ab 50 € ist der Versand kostenlos.',
    'Unbenutzte Artikel können Sie innerhalb von 30 Tagen zurücksenden. Den Kaufpreis erstatten wir binnen 14 Tagen nach Eingang des Pakets.',
    'Unser Geschäft in Flensburg ist montags bis samstags von 9:00 bis 18:30 Uhr geöffnet. Angeleinte Hunde sind willkommen.',
  ],
};
const hits = (language: Language) => PASSAGES[language].map((text) => hit(text, language));
const unsupported = (text: string, language: Language, found = hits(language)) =>
  unsupportedOf(claimsOf(text, [1, 2, 3], found, language)).map(({ start, end }) => text.slice(start, end));

/** As a model puts it, in other words than the passages. */
const SUPPORTED: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Delivery within Germany takes 2 to 4 working days [1].',
    'The costs for standard delivery are 4.90 € [1].',
    'For orders from 50 € on, delivery is free of charge [1].',
    'Unused articles can be returned within 30 days [2].',
    'You get a refund of the price within 14 days after the arrival of your parcel [2].',
    'The Flensburg shop opens at 9 and closes at 18:30, from Monday to Saturday [3].',
    'Yes, dogs are welcome if they are on a lead [3].',
    'Yes, you can [3].',
    'You’re welcome to bring your dog on a lead [3].',
  ],
  de: [
    'Die Lieferung mit Standardversand innerhalb Deutschlands dauert 2 bis 4 Werktage [1].',
    'Für den Standardversand fallen Kosten von 4,90 € an [1].',
    'Ab einem Wert von 50 € ist der Versand kostenlos [1].',
    'Sie können unbenutzte Artikel 30 Tage lang zurücksenden [2].',
    'Der Kaufpreis wird innerhalb von 14 Tagen nach dem Eingang des Pakets erstattet [2].',
    'Das Geschäft in Flensburg öffnet montags bis samstags um 9 Uhr und schließt um 18:30 Uhr [3].',
    'Ja, angeleinte Hunde sind im Geschäft willkommen [3].',
    'Ja, gerne [3].',
  ],
};
const UNSUPPORTED: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Delivery within Germany takes 7 working days [1].',
    'The standard delivery costs 9.90 € [1].',
    'We also offer express delivery by drone on Sundays [1].',
    'Returned articles must be sent to our warehouse in Hamburg with the form enclosed [2].',
    'Unused articles can be returned within 90 days [2].',
    'The shop has a large car park behind the building [3].',
    'Our founder Jane Miller started the company in 1987 [3].',
    'Payment is possible by credit card, invoice or bank transfer [1].',
  ],
  de: [
    'Der Standardversand dauert innerhalb Deutschlands 7 Werktage [1].',
    'Der Standardversand kostet 9,90 € [1].',
    'Sonntags liefern wir auf Wunsch auch per Drohne aus [1].',
    'Rücksendungen gehen mit dem beigelegten Formular an unser Lager in Hamburg [2].',
    'Unbenutzte Artikel können Sie 90 Tage lang zurücksenden [2].',
    'Hinter dem Gebäude stehen zahlreiche Parkplätze zur Verfügung [3].',
    'Die Gründerin Erika Mustermann hat die Firma 1987 eröffnet [3].',
    'Bezahlen können Sie mit Kreditkarte, auf Rechnung oder per Überweisung [1].',
  ],
};

describe.each(['en', 'de'] as const)('sentences of an answer, %s', (language) => {
  it.each(SUPPORTED[language])('%s is supported', (sentence) => {
    expect(unsupported(sentence, language)).toEqual([]);
  });

  it.each(UNSUPPORTED[language])('%s is not', (sentence) => {
    expect(unsupported(sentence, language)).toEqual([sentence]);
  });

  it('are marked where they stand', () => {
    const [good = '', bad = ''] = [SUPPORTED[language][0], UNSUPPORTED[language][2]];
    expect(unsupported(`${good} ${bad}\n- ${good}`, language)).toEqual([bad]);
  });

  it('take the citations behind their full stop along', () => {
    const bad = UNSUPPORTED[language][2]?.replace(' [1].', '. [1][2]') ?? '';
    expect(unsupported(`${bad} ${SUPPORTED[language][0]}`, language)).toEqual([bad]);
  });

  it('are not judged by passages in the other language', () => {
    const other = hits(language === 'en' ? 'de' : 'en');
    for (const sentence of [...SUPPORTED[language], ...UNSUPPORTED[language]])
      expect(unsupported(sentence, language, other)).toEqual([]);
  });
});

describe('a citation', () => {
  const kept = (text: string) =>
    withoutFalseCitations(text, [1, 2, 3], claimsOf(text, [1, 2, 3], hits('en'), 'en'));

  it('of a passage that has nothing to do with its sentence goes', () => {
    expect(
      kept('Dogs are welcome on a lead [3]. Our manager Bob Mallory was arrested for fraud yesterday [3].'),
    ).toEqual({
      text: 'Dogs are welcome on a lead [1]. Our manager Bob Mallory was arrested for fraud yesterday.',
      cited: [3],
    });
    expect(kept('Delivery takes two to four working days [3][1].')).toEqual({
      text: 'Delivery takes two to four working days[1].',
      cited: [1],
    });
  });

  it('stays where words don’t tell', () => {
    expect(kept('Yes [2]. Ja [3].')).toEqual({ text: 'Yes [1]. Ja [2].', cited: [2, 3] });
  });
});
