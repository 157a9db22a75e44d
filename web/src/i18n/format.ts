import { localeOf } from '#contract/base/languages';
import { currencyHere } from '#lib/currency';
import { dateFormat } from './date-format';
import { dateTimeFormat, numberFormat } from './formatters';
import type { LanguageCode } from './languages';

export function formatNumber(value: number, language: LanguageCode): string {
  return numberFormat(localeOf(language)).format(value);
}

export function formatPercent(ratio: number, language: LanguageCode): string {
  return numberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 0 }).format(ratio);
}

/** Size of a file in the unit that a person would name. */
export function formatBytes(bytes: number, language: LanguageCode): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return numberFormat(localeOf(language), {
    style: 'unit',
    unit: units[step] ?? 'megabyte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1024 ** step);
}

/** A day as the person wants days written, which is what they chose or how their language has it. */
export function formatDate(iso: string, language: LanguageCode): string {
  return dayOf(new Date(iso), language);
}

/** In the time zone of the browser, or in the one that is given. */
export function formatDateTime(iso: string, language: LanguageCode, timeZone?: string): string {
  const date = new Date(iso);
  const zone = timeZone !== undefined && { timeZone };
  if (dateFormat() === 'language')
    return dateTimeFormat(localeOf(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      ...zone,
    }).format(date);
  const time = dateTimeFormat(localeOf(language), { timeStyle: 'short', ...zone }).format(date);
  return `${dayOf(date, language, timeZone)}, ${time}`;
}

export function formatTime(iso: string, language: LanguageCode): string {
  return dateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(new Date(iso));
}

/** The time of today, the day of what was before, with its year where that is another. */
export function formatWhen(iso: string, now: Date, language: LanguageCode): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return formatTime(iso, language);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(iso, language);
  return formatDayOfYear(dateTimeFormat('sv-SE', { dateStyle: 'short' }).format(date), language);
}

/** A price of our table, in the currency of who reads it: the figure is the same in each. */
export function formatPrice(
  value: number,
  language: LanguageCode,
  currency = currencyHere(language),
): string {
  return formatMoney(Math.round(value * 100), currency, language);
}

/** Cents of a currency; without cents where there are none. */
export function formatMoney(cents: number, currency: string, language: LanguageCode): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return numberFormat(language === 'de' ? 'de-DE' : 'en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

/** A ratio, rounded down: what falls short of a mark must not look as if it reached it, nor 1.07 : 1 like no contrast at all. */
export function formatRatio(value: number, language: LanguageCode): string {
  return numberFormat(localeOf(language), { maximumFractionDigits: 2 }).format(Math.floor(value * 100) / 100);
}

/** A day of the calendar (`YYYY-MM-DD`), which is the same day everywhere. */
export function formatCalendarDate(date: string, language: LanguageCode): string {
  return dayOf(new Date(`${date}T00:00:00Z`), language, 'UTC');
}

/** A day of the calendar without its year. */
export function formatDayOfYear(date: string, language: LanguageCode): string {
  const [, month = '', day = ''] = date.split('-');
  const format = dateFormat();
  if (format === 'language')
    return dateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(`${date}T00:00:00Z`),
    );
  return { dmy: `${day}.${month}.`, mdy: `${month}/${day}`, iso: `${month}-${day}` }[format];
}

function dayOf(date: Date, language: LanguageCode, timeZone?: string): string {
  const zone = timeZone !== undefined && { timeZone };
  const format = dateFormat();
  if (format === 'language')
    return dateTimeFormat(localeOf(language), { dateStyle: 'medium', ...zone }).format(date);
  const parts = dateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zone,
  }).formatToParts(date);
  const [day, month, year] = (['day', 'month', 'year'] as const).map(
    (wanted) => parts.find(({ type }) => type === wanted)?.value ?? '',
  );
  return { dmy: `${day}.${month}.${year}`, mdy: `${month}/${day}/${year}`, iso: `${year}-${month}-${day}` }[
    format
  ];
}

/** 'a, b and c', as the language joins them. */
export function formatList(names: readonly string[], language: LanguageCode): string {
  return new Intl.ListFormat(localeOf(language)).format(names);
}
