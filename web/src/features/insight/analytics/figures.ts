import { localeOf } from '#contract/base/languages';
import { METRICS, type MetricName } from '#contract/insight/metrics';
import { formatCalendarDate, formatDayOfYear, formatNumber, formatPercent } from '#i18n/format';
import { numberFormat } from '#i18n/formatters';
import type { LanguageCode } from '#i18n/languages';

/** A figure as its metric is written; a dash where there is none. */
export function formatMetric(name: MetricName, value: number | null, language: LanguageCode): string {
  if (value === null) return '–';
  const decimal = (digits: number) =>
    numberFormat(localeOf(language), { maximumFractionDigits: digits }).format(value);
  switch (METRICS[name].unit) {
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

/** Names of a trend's parts: hours, or days with the year only where it changes. */
export function seriesLabels(parts: readonly string[], language: LanguageCode): readonly string[] {
  const isWithinYear = parts[0]?.slice(0, 4) === parts.at(-1)?.slice(0, 4);
  return parts.map((at, place) => {
    if (at.includes('T')) return `${at.slice(11)}:00`;
    const isNewYear = !isWithinYear && parts[place - 1]?.slice(0, 4) !== at.slice(0, 4);
    return isNewYear ? formatCalendarDate(at, language) : formatDayOfYear(at, language);
  });
}
