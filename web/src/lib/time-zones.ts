/** Names of all time zones that this browser knows. */
export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Where this browser is. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** As a person reads it. */
export function timeZoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
