import type { TextLanguage } from './text-language';

/** What takes long to make of a language's words, made where it is asked for first. */
export function onceByLanguage<T>(make: (language: TextLanguage) => T): (language: TextLanguage) => T {
  const made = new Map<TextLanguage, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}
