import { strToU8, zipSync } from 'fflate';

/** Where the links lead that parts of a package name `l`. */
export const ADDRESS = 'https://book.example.org';
export const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
export const relations = (...all: readonly string[]) => `<Relationships>${all.join('')}</Relationships>`;
export const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/>`;

export const wordRun = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const slideRun = (text: string, look = '', inner = '') =>
  `<a:r><a:rPr ${look}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`;

export function slideBox(runs: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/></p:nvSpPr><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;
}

/** A presentation of these slides, the first of which has a link. */
export function presentationOf(...slides: readonly string[]): Uint8Array {
  const links = relations(relation('l', 'hyperlink', ADDRESS, 'TargetMode="External"'));
  return zip({
    '_rels/.rels': relations(relation('r', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at) => relation(`s${at}`, 'slide', `slides/slide${at}.xml`)),
    ),
    'ppt/slides/_rels/slide0.xml.rels': links,
    ...Object.fromEntries(
      slides.map((shapes, at) => [
        `ppt/slides/slide${at}.xml`,
        `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}
