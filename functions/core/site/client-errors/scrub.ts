/**
 * Takes out of a text what may tell who somebody is or let another in: queries and fragments of addresses, e-mail
 * addresses, tokens, ids, long numbers, network addresses. What remains says where the program failed.
 */
export function scrub(text: string): string {
  return RULES.reduce(
    (rest, [pattern, by]) => (typeof by === 'string' ? rest.replace(pattern, by) : rest.replace(pattern, by)),
    text,
  );
}

/** The same of a page's path, whose parts may be ids. */
export function scrubPath(path: string): string {
  return scrub(path.replace(/[?#].*$/s, ''));
}

/** In this order: what an earlier one takes, a later one need not know. Each is linear in its text. */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // Control characters but line breaks: what is shown to admins is text.
  [/[^\P{Cc}\n\t]/gu, ''],
  [/\b(https?:\/\/|wss?:\/\/)[^\s/@]*@/gi, '$1'],
  // Taken whole and then cut: looking for the query from each address on would take the square of their number.
  [/\b(?:https?|wss?|blob):[^\s)"'<>]*/gi, (address) => address.replace(/[?#].*$/s, '')],
  [/(\/[\w.~%-]*)[?#][\w-]+=[^\s)"'<>]*/g, '$1'],
  // Begins where a word does: tried at every letter, a long word would take its square in time.
  [/(?<![^\s@<>"'(),;:=/])[^\s@<>"'(),;:=/]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu, '[e-mail]'],
  [/\bBearer\s+[^\s"',;]+/gi, 'Bearer [token]'],
  [/\beyJ[\w-]+(?:\.[\w-]*){0,4}/g, '[token]'],
  [
    /\b(password|passwort|secret|token|ticket|code|api[_-]?key|session|nonce)(["']?\s*[:=]\s*["']?)[^\s"',;&)}]+/gi,
    '$1$2[removed]',
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  // Mixed letters and digits of some length are ids and keys, never words. A built file's name keeps its hash.
  [/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w.-])/g, '[id]'],
  [/(?<=\/)(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w.-])/g, '[id]'],
  [/(?<![\w.:])\+?\d(?:[ \d/()-]{5,18})\d(?![\w:])/g, '[number]'],
];
