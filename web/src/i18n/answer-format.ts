import { localeOf } from '#contract/base/languages';
import { numberFormat } from './formatters';
import type { LanguageCode } from './languages';

export function formatCount(value: number, language: LanguageCode): string {
  return numberFormat(localeOf(language)).format(value);
}

/** A duration that a machine took, in seconds. */
export function formatSeconds(milliseconds: number, language: LanguageCode): string {
  return numberFormat(localeOf(language), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 2,
  }).format(milliseconds / 1_000);
}

/** Dollars, whoever reads it; of small amounts the two digits that tell. */
export function formatDollars(value: number, language: LanguageCode): string {
  return numberFormat(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  }).format(value);
}
