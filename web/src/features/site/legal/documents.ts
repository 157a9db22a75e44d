/**
 * The legal texts are `locales/{en,de}/legal.json`: sections by the part of the address after `#`, of blocks; links as
 * `[label](/path)`, figures and the operator filled in, no HTML.
 */
/** When each was last revised. Changed with its texts, in both languages. */
export const REVISED = {
  privacy: '2026-11-23T12:00:00Z',
  terms: '2026-11-21T12:00:00Z',
  imprint: '2026-11-21T12:00:00Z',
} as const;
export type LegalDocumentId = keyof typeof REVISED;

/** What a section consists of: a paragraph, lines of an address, a list, terms with what is said of them, or what
 * holds only where the operator has such a thing. */
export type Block =
  | string
  | { readonly lines: readonly string[] }
  | { readonly list: readonly string[] }
  | { readonly facts: readonly { readonly term: string; readonly text: string }[] }
  | { readonly when: string; readonly text: string };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** By the part of the address after `#`, in the order that they are read. */
export type Sections = Readonly<Record<string, Section>>;

/** The sections that have something to say, for an operator who has these details. */
export function sectionsOf(sections: Sections, has: ReadonlySet<string>): readonly [string, Section][] {
  return Object.entries(sections).flatMap(([id, { title, blocks }]): [string, Section][] => {
    const said = blocks.filter(
      (block) => typeof block === 'string' || !('when' in block) || has.has(block.when),
    );
    return said.length > 0 ? [[id, { title, blocks: said }]] : [];
  });
}
