import type { TextLanguage } from '../text-language';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import type { Lexicon } from './lexicon';

/** By language; one more is one more file and its line here. */
export const LEXICONS: Readonly<Record<TextLanguage, Lexicon>> = { en, de, fr };
