import { describe, expect, it } from 'vitest';
import { analyse, analyseQuestion, gramText, tokenise } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';

describe('analysis', () => {
  it('makes one text of ligatures, full-width letters, soft hyphens and capitals', () => {
    expect(tokenise('Rück\u00adgabe ﬁnden ＡＢＣ １２')).toEqual(['rückgabe', 'finden', 'abc', '12']);
  });

  it('drops stop words of the language only', () => {
    expect(analyse('die Kosten', 'de').words).toEqual(['dkost']);
    expect(analyse('they die', 'en').words).toEqual(['edie']);
    expect(analyse('die Kosten', null).words).toEqual(['xdie', 'xkosten']);
  });

  it('keeps the negations that change what a German question asks', () => {
    expect(analyse('nicht ohne Rechnung', 'de').words).toHaveLength(3);
  });

  it('takes a word with a short first part as one too, in texts and in questions', () => {
    expect(analyse('the E-Bike rental', 'en').words).toEqual(['ee', 'ebike', 'erental', 'eebik']);
    expect(analyse('Guest Wi-Fi', 'en').words).toContain('ewifi');
    expect(analyseQuestion('Wi-Fi?', 'en', 'en').map(({ term }) => term)).toContain('ewifi');
    expect(analyse('check-out', 'en').words).not.toContain('echeckout');
  });

  it('folds accents, in stems and in grams', () => {
    expect(analyse('Öffnungszeiten', 'de')).toEqual(analyse('Offnungszeiten', 'de'));
    expect(analyse('café', 'en')).toEqual(analyse('cafe', 'en'));
    expect(analyse('Straße', null)).toEqual(analyse('Strasse', null));
  });

  it('takes the padded 4-grams of a word, and a short word whole', () => {
    expect(analyse('Tarif', null).grams).toEqual([' tar', 'tari', 'arif', 'rif ']);
    expect(analyse('ab', null).grams).toEqual([' ab ']);
    expect(analyse('x', null).grams).toEqual([' x ']);
  });

  it('counts characters, not UTF-16 units', () => {
    const { words, grams } = analyse(`x${'𐐷'.repeat(40)}`, null);
    for (const text of [...words, ...grams]) {
      expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text);
    }
  });

  it('cuts a token that is no word, so that it cannot fill the index', () => {
    const { words, grams } = analyse('A'.repeat(1_000_000), 'en');
    expect(words).toHaveLength(1);
    expect(grams.length).toBeLessThan(70);
  });

  it('gives nothing for nothing', () => {
    for (const text of ['', ' \n', '!?…', '\u0000', 'the and of']) {
      expect(analyse(text, 'en')).toEqual({ words: [], grams: [] });
    }
  });

  it('offers a German question written without umlauts another reading', () => {
    const [word] = analyseQuestion('Oeffnungszeiten', 'de', 'de');
    expect(word?.alternative).toBe(analyse('Öffnungszeiten', 'de').words[0]);
    expect(analyseQuestion('Oeffnungszeiten', 'en', 'de')[0]?.alternative).toBeNull();
    expect(analyseQuestion('Quelle', 'de', 'de')[0]?.alternative).toBeNull();
  });

  it('leaves out stop words of the question in the analysis of another language', () => {
    const terms = analyseQuestion('What is the Kündigungsfrist', 'de', 'en').map(({ term }) => term);
    expect(terms).toEqual(['dkundigungsfrist']);
  });

  it('joins words so that no gram spans two of them', () => {
    const text = gramText('ab cd');
    for (const gram of analyse('ab cd', null).grams) expect(text).toContain(gram);
    expect(text).not.toContain('b cd');
  });
});

describe('language', () => {
  it.each([
    ['Where can I find the opening hours?', 'en'],
    ['Wie lange dauert der Versand?', 'de'],
    ['Öffnungszeiten', 'de'],
    ['Was kostet das?', 'de'],
    ['How much is it?', 'en'],
    ['Premium', null],
    ['', null],
    ['12345 – 67', null],
    [
      'Où puis-je trouver les horaires de votre magasin et le numéro de téléphone du service client ? Nous sommes ouverts tous les jours sauf le dimanche.',
      'fr',
    ],
    [
      'Wij zijn open van maandag tot en met vrijdag, van negen tot vijf uur. Op zaterdag kunt u ons bereiken via de telefoon of per mail met al uw vragen.',
      null,
    ],
  ])('of %j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('is judged by the whole of a long document, not by its cover', () => {
    const cover = 'The annual report of the company for the year and its shareholders. '.repeat(20);
    const body =
      'Die Gesellschaft hat im vergangenen Jahr ihren Umsatz nicht gesteigert und wird das auch nicht tun. ';
    expect(detectLanguage(cover + body.repeat(600))).toBe('de');
  });
});
