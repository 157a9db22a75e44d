import { localeOf } from '#contract/base/languages';
import { DEFINITIONS, LESS_IS_BETTER, type MetricName } from '#contract/insight/analytics-definitions';
import { formatNumber, formatPercent } from '#i18n/format';
import { numberFormat } from '#i18n/formatters';
import type { LanguageCode } from '#i18n/languages';

/** A figure as its metric is written; a dash where there is none. */
export function formatMetric(name: MetricName, value: number | null, language: LanguageCode): string {
  if (value === null) return '–';
  const decimal = (digits: number) =>
    numberFormat(localeOf(language), { maximumFractionDigits: digits }).format(value);
  switch (DEFINITIONS[name]) {
    case 'count':
      return formatNumber(value, language);
    case 'estimate':
      return `≈ ${formatNumber(value, language)}`;
    case 'share':
      return formatPercent(value, language);
    case 'stars':
      return decimal(2);
    case 'decimal':
      return decimal(1);
    case 'milliseconds':
      return duration(value / 1_000, language);
    case 'seconds':
      return duration(value, language);
    case 'dollars':
      // What models cost is told in the currency in which it is paid.
      return numberFormat(localeOf(language), {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: value < 1 ? 4 : 2,
      }).format(value);
  }
}

function duration(seconds: number, language: LanguageCode): string {
  const [value, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  return numberFormat(localeOf(language), {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value as number);
}

/** Beyond this a change says only that there was hardly anything before. */
const MOST_TOLD = 9.99;

/** A change as it is written: `+20%`, and `> 999%` where it is absurd. */
export function formatChange(by: number, language: LanguageCode): string {
  if (by > MOST_TOLD) return `> ${formatPercent(MOST_TOLD, language)}`;
  return `${by > 0 ? '+' : ''}${formatPercent(by, language)}`;
}

/** How a figure stands to the one before: by which share it has changed, and whether that is good. */
export function changeOf(
  name: MetricName,
  value: number | null,
  before: number | null,
): { readonly by: number; readonly isGood: boolean | null } | null {
  if (value === null || before === null || before === 0) return null;
  const by = (value - before) / before;
  if (Math.abs(by) < 0.005) return { by: 0, isGood: null };
  return { by, isGood: by > 0 !== LESS_IS_BETTER.has(name) };
}
