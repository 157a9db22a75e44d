import { numberFormat } from '#i18n/formatters';

/** How long something takes or has taken, in the unit that says it shortest. */
export function lengthOf(milliseconds: number, language: 'en' | 'de'): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `< ${lengthIn(1, 'minute', language)}`;
  const [value, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1_440), 'day'];
  return lengthIn(value, unit, language);
}

function lengthIn(value: number, unit: string, language: 'en' | 'de'): string {
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
