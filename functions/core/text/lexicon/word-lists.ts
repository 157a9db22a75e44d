import type { TextLanguage } from '../text-language';
import de from './de.words.json';
import en from './en.words.json';
import fr from './fr.words.json';

/** Everyday words of a language, no phrases: a phrase says what none of its words says. */
export interface WordLists {
  /** Each for one thing: `fee, charge, cost`. */
  readonly families: readonly string[];
  /** Kinds with their members: `pet: dog, cat`. */
  readonly kinds: readonly string[];
  /** How little a word tells of what a text is about. */
  readonly common: Readonly<Record<Commonness, string>>;
}

/** Of no subject (`thing`), of every one (`price`), or of everyday life (`child`). */
export type Commonness = 'bare' | 'general' | 'everyday';

export const WORD_LISTS: Readonly<Record<TextLanguage, WordLists>> = { en, de, fr };
