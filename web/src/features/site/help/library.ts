import type { LanguageCode } from '#i18n/languages';
import { type Article, HELP_SECTIONS, parseArticle } from './article';

/** The article whose headings are the questions that are asked most. */
export const FAQ_ID = 'faq';
/** The article of the first five minutes. */
export const QUICK_START_ID = 'quick-start';

/** All articles in one language, section by section in their order. */
export type Library = readonly Article[];

/** The articles of a language: one file, fetched when help is first opened. */
export async function loadLibrary(language: LanguageCode): Promise<Library> {
  const { SOURCES } = await (language === 'de' ? import('./articles-de') : import('./articles-en'));
  return Object.entries(SOURCES)
    .map(([path, source]) => parseArticle(path.replace(/^.*\/|\.md$/g, ''), source))
    .sort(
      (one, other) =>
        HELP_SECTIONS.indexOf(one.section) - HELP_SECTIONS.indexOf(other.section) || one.order - other.order,
    );
}
