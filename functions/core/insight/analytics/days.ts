const formats = new Map<string, Intl.DateTimeFormat>();

export interface LocalTime {
  readonly day: string;
  readonly hour: number;
  /** `02:29`. */
  readonly minute: string;
}

/** The calendar day, the hour and the minute of a time in a zone. */
export function dayAndHour(time: Date, timeZone: string): LocalTime {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    minute: `${parts.hour}:${parts.minute}`,
  };
}

/** A calendar day so many days later, or earlier. Days have no hours here, so that summer time moves nothing. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days from one to another, both included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

/**
 * What a day's items count. `DAY`: the figures; `MINUTE`: those of conversations that began in one minute of it, so that
 * a day can be cut anywhere and told by hours; `TOPICS`, `PAGES`, `FLOW`: by name, apart, since most views read none of
 * them; `VISITORS`: what the widget's beacon counted.
 */
export type DayKind = 'DAY' | 'MINUTE' | 'TOPICS' | 'PAGES' | 'FLOW' | 'VISITORS';
