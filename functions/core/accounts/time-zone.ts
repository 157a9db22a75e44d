/** The time zone in which days are counted where an account has chosen none. */
const DEFAULT_TIME_ZONE = 'Europe/Berlin';

/** In which an account's days begin and end, wherever they are counted, written or sent. */
export function timeZoneOf({ timeZone }: { readonly timeZone?: string | undefined }): string {
  return timeZone ?? DEFAULT_TIME_ZONE;
}
