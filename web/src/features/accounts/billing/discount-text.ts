import type { PlanDiscount } from '#contract/accounts/plan-standing';
import { formatDate, formatPercent } from '#i18n/format';
import type { Translate } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';

/** What comes off every invoice, and until when. */
export function discountText(discount: PlanDiscount, t: Translate, language: LanguageCode): string {
  const { percent, until, earlyAdopter } = discount;
  const values = { discount: formatPercent(percent / 100, language) };
  if (until === null) return t('billing:discount.always', values);
  return t(earlyAdopter ? 'billing:discount.earlyAdopter' : 'billing:discount.until', {
    ...values,
    date: formatDate(until, language),
  });
}

/** Cents of a price with the discount. */
export function discounted(amount: number, { percent }: Pick<PlanDiscount, 'percent'>): number {
  return Math.round(amount * (1 - percent / 100));
}
