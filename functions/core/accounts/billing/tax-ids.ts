import type { Stripe } from '#platform/payments';

type TaxIdType = Stripe.TaxIdCreateParams.Type;

const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/** Greece writes its numbers with letters of its own. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' };
/** Elsewhere the country says which kind of number it is; of those that are not named here none is kept. */
const OTHERS: Readonly<Record<string, TaxIdType>> = {
  AU: 'au_abn',
  CA: 'ca_bn',
  CH: 'ch_vat',
  GB: 'gb_vat',
  LI: 'li_vat',
  NO: 'no_vat',
  NZ: 'nz_gst',
  US: 'us_ein',
};

/** How Stripe calls the kind of a country's number; undefined where the number is none of that country. */
export function taxIdType(country: string, value: string): TaxIdType | undefined {
  if (!UNION.includes(country)) return OTHERS[country];
  return value.startsWith(PREFIXES[country] ?? country) ? 'eu_vat' : undefined;
}
