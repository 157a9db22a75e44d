import type { LanguageCode } from './languages';

const LOCALES: Record<LanguageCode, string> = { en: 'en-GB', de: 'de-DE' };

export function formatNumber(value: number, language: LanguageCode): string {
  return new Intl.NumberFormat(LOCALES[language]).format(value);
}

export function formatPercent(ratio: number, language: LanguageCode): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 0 }).format(
    ratio,
  );
}

/** Size of a file in the unit that a person would name. */
export function formatBytes(bytes: number, language: LanguageCode): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit: units[step] ?? 'megabyte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1024 ** step);
}

export function formatDate(iso: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium' }).format(new Date(iso));
}

export function formatDateTime(iso: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

export function formatTime(iso: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short' }).format(new Date(iso));
}

/** The time of today, the day of what was before. */
export function formatWhen(iso: string, now: Date, language: LanguageCode): string {
  const isToday = new Date(iso).toDateString() === now.toDateString();
  return isToday ? formatTime(iso, language) : formatDate(iso, language);
}

/** Euros for those who read German, dollars for everyone else; the figure is the same. Cents only where there are any. */
export function formatPrice(value: number, language: LanguageCode): string {
  const digits = Number.isInteger(value) ? 0 : 2;
  const [locale, currency] = language === 'de' ? ['de-DE', 'EUR'] : ['en-US', 'USD'];
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A ratio, rounded down: what falls short of a mark must not look as if it reached it, nor 1.07 : 1 like no contrast at all. */
export function formatRatio(value: number, language: LanguageCode): string {
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(
    Math.floor(value * 100) / 100,
  );
}

/** A day of the calendar (`YYYY-MM-DD`), which is the same day everywhere. */
export function formatCalendarDate(date: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
