/** Whether a value fits a pattern in which `*` stands for any characters and `?` for one, as policies and paths use them. */
export function matchesWildcards(pattern: string, value: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(value);
}
