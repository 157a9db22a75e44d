/** What word processors mean by the names of their styles, whatever else these say. */
const DIRECTORY =
  /^(?:toc|index|contents|table of figures|table of authorities|(?:inhalts|abbildungs|tabellen|stichwort)?verzeichnis)\s*(?:\d+|heading)?$/i;
const TITLE = /^(?:title|titel)$/i;
const HEADING = /^heading(?: |_20_)([1-9])$/i;

export function isDirectoryStyle(name: string): boolean {
  return DIRECTORY.test(name);
}

export function isTitleStyle(name: string): boolean {
  return TITLE.test(name);
}

/** 1 is the highest; null for a style that is none of a heading. */
export function headingLevelOf(name: string): number | null {
  const [, level] = HEADING.exec(name) ?? [];
  return level === undefined ? null : Number(level);
}
