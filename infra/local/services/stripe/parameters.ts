import { StripeFault } from './errors';
import type { Param, Params } from './form';

const LISTED = 'limit starting_after';

/** What each call takes, as this stand-in knows it: `*` is any name. Stripe refuses what it does not know. */
const KNOWN: Readonly<Record<string, string>> = {
  'POST /v1/customers': 'email name metadata[*] invoice_settings[default_payment_method]',
  'POST /v1/tax_ids': 'type value owner[type] owner[customer]',
  'GET /v1/tax_ids': `owner[type] owner[customer] ${LISTED}`,
  'GET /v1/customers': `email ${LISTED}`,
  'POST /v1/customers/:id':
    'email name address[line1] address[line2] address[postal_code] address[city] address[state] address[country] metadata[*] invoice_settings[default_payment_method]',
  'POST /v1/products': 'id name metadata[*]',
  'GET /v1/products': LISTED,
  'POST /v1/prices':
    'product currency unit_amount recurring[interval] lookup_key transfer_lookup_key tax_behavior metadata[*]',
  'GET /v1/prices': `active lookup_keys[] product ${LISTED}`,
  'POST /v1/prices/:id': 'active',
  'POST /v1/coupons': 'id name percent_off duration duration_in_months',
  'POST /v1/billing_portal/sessions': 'customer return_url locale',
  'POST /v1/subscriptions':
    'customer items[][price] items[][quantity] trial_period_days discounts[][coupon] metadata[*]',
  'GET /v1/subscriptions': `customer status ${LISTED}`,
  'POST /v1/subscriptions/:id':
    'cancel_at cancel_at_period_end items[][id] items[][price] discounts[][coupon] payment_behavior proration_behavior metadata[*]',
  'GET /v1/invoices': `customer status subscription ${LISTED}`,
  'POST /v1/invoices/create_preview':
    'customer subscription subscription_details[items][][id] subscription_details[items][][price] subscription_details[proration_behavior]',
  'POST /v1/credit_notes': 'invoice amount refund_amount reason metadata[*]',
  'GET /v1/credit_notes': `invoice ${LISTED}`,
  'POST /v1/checkout/sessions':
    'mode customer customer_email client_reference_id line_items[][price] line_items[][quantity] success_url cancel_url locale metadata[*] discounts[][coupon] allow_promotion_codes subscription_data[metadata][*] subscription_data[trial_period_days] automatic_tax[enabled] customer_update[address] tax_id_collection[enabled]',
  'GET /v1/checkout/sessions': `customer status ${LISTED}`,
  'GET /v1/events': `type ${LISTED}`,
};

export function refuseUnknown(route: string, params: Params): void {
  const known = new Set(['expand[]', ...(KNOWN[route] ?? '').split(' ')]);
  for (const [name, value] of Object.entries(params))
    for (const path of pathsOf(name, value))
      if (!known.has(path) && !known.has(path.replace(/\[[^[\]]+\]$/, '[*]')))
        throw new StripeFault(400, 'invalid_request_error', `Received unknown parameter: ${path}`, {
          code: 'parameter_unknown',
          param: path,
        });
}

function pathsOf(path: string, value: Param): readonly string[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((inner) => pathsOf(`${path}[]`, inner));
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(`${path}[${name}]`, inner));
}
