/** The time, as use cases see it; tests give their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Seconds since 1970, as DynamoDB's time to live and JSON web tokens count. */
export function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
