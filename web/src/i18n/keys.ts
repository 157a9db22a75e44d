import type auth from '../../public/locales/en/auth.json';
import type bots from '../../public/locales/en/bots.json';
import type common from '../../public/locales/en/common.json';
import type dashboard from '../../public/locales/en/dashboard.json';
import type errorPages from '../../public/locales/en/errorPages.json';
import type errors from '../../public/locales/en/errors.json';
import type knowledge from '../../public/locales/en/knowledge.json';
import type landing from '../../public/locales/en/landing.json';
import type loading from '../../public/locales/en/loading.json';

interface Resources {
  readonly auth: typeof auth;
  readonly bots: typeof bots;
  readonly common: typeof common;
  readonly dashboard: typeof dashboard;
  readonly errorPages: typeof errorPages;
  readonly errors: typeof errors;
  readonly knowledge: typeof knowledge;
  readonly landing: typeof landing;
  readonly loading: typeof loading;
}

export type Namespace = keyof Resources;

/** Plural forms (`_one`, `_other`) are one key to who asks for them. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K;
type Leaves<T, P extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${Base<K>}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** Every text there is, as `namespace:path`: a key that the English files lack does not compile. */
export type TranslationKey = { [N in Namespace]: Leaves<Resources[N], `${N}:`> }[Namespace];
