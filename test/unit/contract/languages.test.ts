import { describe, expect, it } from 'vitest';
import { Language } from '#contract/accounts/profile';
import { directionOf, LANGUAGES, type LanguageEntry, localeOf } from '#contract/base/languages';

describe('a language', () => {
  it('has its names, a country and a direction', () => {
    for (const { code, name, nativeName, countryCode } of LANGUAGES) {
      expect(new Intl.DisplayNames('en', { type: 'language' }).of(code)).toBe(name);
      expect(new Intl.DisplayNames(code, { type: 'language' }).of(code)).toBe(nativeName);
      expect(new Intl.DisplayNames('en', { type: 'region' }).of(countryCode)).not.toBe(countryCode);
      expect(localeOf(code)).toBe(`${code}-${countryCode}`);
    }
    expect(Language.options).toEqual(LANGUAGES.map(({ code }) => code));
  });

  it('is written in the direction that the table says, an unknown one from left to right', () => {
    const hebrew: LanguageEntry = {
      code: 'he',
      name: 'Hebrew',
      nativeName: 'עברית',
      countryCode: 'IL',
      rtl: true,
    };
    expect(directionOf('he', [...LANGUAGES, hebrew])).toBe('rtl');
    expect(LANGUAGES.map(({ code }) => directionOf(code))).toEqual(['ltr', 'ltr']);
    expect(directionOf('xx')).toBe('ltr');
  });
});
