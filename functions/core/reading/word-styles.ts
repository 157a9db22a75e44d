/** What word processors mean by the names of their styles, whatever else these say. */
const DIRECTORY =
  /^(?:toc|index|contents|table of figures|table of authorities|(?:inhalts|abbildungs|tabellen|stichwort)?verzeichnis)\s*(?:(\d+)|heading)?$/i;
const TITLE = /^(?:title|titel)$/i;
const HEADING = /^heading(?: |_20_)([1-9])$/i;

/** Of a table of contents or an index. */
export type DirectoryPart = 'entry' | 'other';

export function directoryPartOf(name: string): DirectoryPart | null {
  const found = DIRECTORY.exec(name);
  return found && (found[1] === undefined ? 'other' : 'entry');
}

export function isTitleStyle(name: string): boolean {
  return TITLE.test(name);
}

/** 1 is the highest; null for a style that is none of a heading. */
export function headingLevelOf(name: string): number | null {
  const [, level] = HEADING.exec(name) ?? [];
  return level === undefined ? null : Number(level);
}

/** A chain of styles that is longer goes in a circle. */
const LONGEST_CHAIN = 12;

/** A style and those that it is based on, itself first. */
export function chainOf<Style extends { readonly base: string | undefined }>(
  styles: ReadonlyMap<string, Style>,
  id: string | undefined,
): Style[] {
  const chain: Style[] = [];
  for (let style = styles.get(id ?? ''); style && chain.length < LONGEST_CHAIN; ) {
    chain.push(style);
    style = styles.get(style.base ?? '');
  }
  return chain;
}

/** What is said first of each, of several. */
export function firstSaid<T extends object>(...of: readonly Partial<T>[]): Partial<T> {
  const said = of.map((each) => Object.entries(each).filter(([, value]) => value !== undefined));
  return Object.fromEntries(said.reverse().flat()) as Partial<T>;
}

/** Remembers what was made of each. */
export function remembered<T>(make: (id: string | undefined) => T): (id: string | undefined) => T {
  const known = new Map<string | undefined, T>();
  return (id) => {
    if (!known.has(id)) known.set(id, make(id));
    return known.get(id) as T;
  };
}
