/** Apart from what detects one: the landing page is built from this list where there is no browser. */
export { LANGUAGES, type LanguageCode } from '#contract/base/languages';
