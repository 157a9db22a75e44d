/** `YYYY-MM-DD` so many days from today in UTC: far enough from today, it lies ahead in every time zone. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
