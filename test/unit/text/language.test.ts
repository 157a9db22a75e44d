import { describe, expect, it } from 'vitest';
import { detectLanguage, detectTableLanguage } from '#core/text/language';

describe('language of a table', () => {
  const tables = {
    de: 'Artikel;Farbe;Preis\nBecher;blau;12,50\nTeller;grün;18,00\nKanne;weiß;42,00',
    en: 'Item;Colour;Price\nCup;blue;12.50\nPlate;green;18.00\nJug;white;42.00',
  } as const;

  it.each(['de', 'en'] as const)('is told by the names of its columns and its cells (%s)', (language) => {
    expect(detectTableLanguage(tables[language])).toBe(language);
  });

  it('is told where cells alone tell it', () => {
    expect(detectTableLanguage('A;B\nReinigung;4\nÄpfel;5\nKeramik;6')).toBe('de');
    expect(detectTableLanguage('A;B\nCleaning;4\nLighting;5')).toBe('en');
  });

  it('counts a word once, however many cells have it', () => {
    expect(detectTableLanguage(`Item;Price;Colour\n${'Training;Stück\n'.repeat(50)}`)).toBe('en');
  });

  it.each(['Artikel;Kleur;Prijs\nKopje;blauw;12,50', '1;2;3', 'Latte;Flat White;Cortado', ''])(
    'is not guessed: %s',
    (table) => {
      expect(detectLanguage(table)).toBeNull();
      expect(detectTableLanguage(table)).toBeNull();
    },
  );
});
