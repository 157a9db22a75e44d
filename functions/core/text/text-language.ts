/** Languages that have a lexicon (`lexicon/`). Text in any other is indexed unstemmed. */
export type TextLanguage = 'en' | 'de' | 'fr';
