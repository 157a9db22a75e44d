import { StripeFault } from './errors';
import { newId, type TaxId } from './objects';

/** The kinds that this stand-in knows, and how their numbers look. */
const KINDS: Readonly<Record<string, RegExp>> = {
  au_abn: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
  ch_vat: /^CHE\d{9}(MWST|TVA|IVA)$/,
  eu_vat: /^(DE\d{9}|ATU\d{8}|(?!DE|AT)[A-Z]{2}[A-Z0-9]{8,12})$/,
  gb_vat: /^GB(\d{9}|\d{12})$/,
  li_vat: /^\d{5}$/,
  no_vat: /^\d{9}MVA$/,
  nz_gst: /^\d{9}$/,
  us_ein: /^\d{9}$/,
};

export function newTaxId(type: string, value: string, customer: string, created: number): TaxId {
  const kind = KINDS[type];
  if (!kind) throw refused('type', `Invalid type: ${type}`, 'parameter_invalid');
  if (!kind.test(value)) throw refused('value', `Invalid value for ${type}.`, 'tax_id_invalid');
  return {
    id: newId('txi'),
    object: 'tax_id',
    created,
    type,
    value,
    country: null,
    customer,
    owner: { type: 'customer', customer },
  };
}

function refused(param: string, message: string, code: string): StripeFault {
  return new StripeFault(400, 'invalid_request_error', message, { code, param });
}
