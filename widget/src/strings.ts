/** All texts, as the code knows them; the build puts a language's own file in this one's place. */
export * from './strings/en';

/** Each language has every text, in the same form. */
export type Complete = Fits<typeof import('./strings/de'), typeof import('./strings/en')>;
type Fits<ONE extends { readonly [NAME in keyof OTHER]: Form<OTHER[NAME]> }, OTHER> = ONE;
type Form<TEXT> = TEXT extends string ? string : TEXT;
