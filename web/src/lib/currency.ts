import type { Currency } from '#contract/accounts/billing';
import type { LanguageCode } from '#i18n/language-list';

/** Time zones of countries that pay in euros: the one thing that a browser says of where it is without being asked. */
const EUROPE =
  'Amsterdam Andorra Athens Berlin Bratislava Brussels Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta Mariehamn Monaco Nicosia Paris Podgorica Riga Rome San_Marino Sofia Tallinn Vatican Vienna Vilnius Zagreb';
const ELSEWHERE = [
  'Africa/Ceuta',
  'Asia/Famagusta',
  'Asia/Nicosia',
  'Atlantic/Azores',
  'Atlantic/Canary',
  'Atlantic/Madeira',
];
const EURO_ZONES = new Set([...EUROPE.split(' ').map((city) => `Europe/${city}`), ...ELSEWHERE]);

/** Euros where they are paid in, and for those who read German; dollars for everyone else. */
export function currencyHere(
  language: LanguageCode,
  { timeZone }: { readonly timeZone: string } = Intl.DateTimeFormat().resolvedOptions(),
): Currency {
  return language === 'de' || EURO_ZONES.has(timeZone) ? 'eur' : 'usd';
}
