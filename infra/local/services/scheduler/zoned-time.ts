/** A wall clock's time as if it were UTC: what it shows, in milliseconds since the epoch. */
export type WallTime = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a time zone of that name is known. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What clocks of a zone show at an instant. */
export function wallTime(instant: number, zone: string): WallTime {
  const shown = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant % 1000);
}

/**
 * When clocks of a zone first show a time; undefined for one that they leave out when they are put forward. A time
 * that they show twice when they are put back is its first.
 */
export function instantOf(wall: WallTime, zone: string): number | undefined {
  return candidates(wall, zone).find((instant) => wallTime(instant, zone) === wall);
}

/** The same; a time that is left out is as much later as clocks are put forward. */
export function nearestInstant(wall: WallTime, zone: string): number {
  return instantOf(wall, zone) ?? Math.max(...candidates(wall, zone));
}

/** By the offsets of the day before and the day after, between which clocks change once at most; earliest first. */
function candidates(wall: WallTime, zone: string): number[] {
  const day = 24 * 60 * 60 * 1000;
  return [-day, day]
    .map((around) => wall - (wallTime(wall + around, zone) - (wall + around)))
    .sort((one, other) => one - other);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
