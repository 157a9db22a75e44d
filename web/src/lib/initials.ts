/** First letters of a name's words, at most two, in capitals. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => /\P{P}/u.exec(word) ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();
}
