/** Languages the index has an analysis for. Anything else is indexed unstemmed. */
export type TextLanguage = 'en' | 'de';
