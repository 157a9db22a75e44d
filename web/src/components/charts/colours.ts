/** Of a part by its place; after five they begin again. */
export function colourOf(place: number): string {
  return `var(--chart-${(place % 5) + 1})`;
}
