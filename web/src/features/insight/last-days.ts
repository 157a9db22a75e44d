/** The calendar days up to today in a time zone, first and last: of the account, whose days all figures are counted by. */
export function lastDays(
  count: number,
  timeZone: string,
  now = new Date(),
): { readonly from: string; readonly to: string } {
  const to = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now);
  // A calendar day has no hours: summer time moves nothing.
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (count - 1) * 86_400_000);
  return { from: from.toISOString().slice(0, 10), to };
}
