import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { workbookOf } from './documents';
import { relation, zip } from './office';

const told = async (bytes: Uint8Array, format: DocumentFormat) =>
  (await extract(bytes, format)).blocks.map(({ kind, text }) => [kind, text]);

function pptx(slides: readonly string[]) {
  const parts = slides.map((slide, at) => [`ppt/slides/slide${at + 1}.xml`, slide] as const);
  return zip({
    '[Content_Types].xml':
      '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', 'ppt/presentation.xml')}</Relationships>`,
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides.map((_, at) => relation(`s${at}`, 'slide', `slides/slide${at + 1}.xml`)).join('')}</Relationships>`,
    'ppt/slides/_rels/slide1.xml.rels': `<Relationships>${relation('l', 'hyperlink', 'https://book.example.org', 'TargetMode="External"')}</Relationships>`,
    ...Object.fromEntries(parts),
  });
}
const run = (text: string, look = '', inner = '') =>
  `<a:r><a:rPr ${look}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`;
const shape = (type: string, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
const slide = (shapes: string, show = '') =>
  `<p:sld ${show}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
const line = (...runs: readonly string[]) => `<a:p>${runs.join('')}</a:p>`;

describe('a presentation', () => {
  it('is read slide by slide, each a page under its title, without what is hidden or struck out', async () => {
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:txBody>${line(run('Boat'))}</a:txBody></a:tc><a:tc><a:txBody>${line(run('Crew'))}</a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody>${line(run('Robin'))}</a:txBody></a:tc><a:tc><a:txBody>${line(run('Anna'))}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const first = slide(
      shape(
        'body',
        line(
          run('A boat costs '),
          run('40', 'strike="sngStrike"'),
          run(' 30'),
          run('1', 'baseline="30000"'),
          run(' euros.'),
        ) + line(run('Book here', '', '<a:hlinkClick r:id="l"/>')),
      ) +
        shape('title', line(run('Boat hire'))) +
        shape('sldNum', line(run('1'))) +
        shape('ftr', line(run('Wren Quay'))),
    );
    const bytes = pptx([
      first,
      slide(shape('title', line(run('Secret'))), 'show="0"'),
      slide(shape('title', line(run('Crews'))) + table + shape('ftr', line(run('Wren Quay')))),
    ]);
    const { blocks, pages } = await extract(bytes, 'pptx');
    expect(pages).toBe(3);
    expect(blocks.map(({ kind, text, page }) => [page, kind, text])).toEqual([
      [1, 'heading', 'Boat hire'],
      [1, 'list', 'A boat costs 30¹ euros.'],
      [1, 'list', 'Book here (https://book.example.org)'],
      [1, 'paragraph', 'Wren Quay'],
      [3, 'heading', 'Crews'],
      [3, 'table', 'Boat | Crew\nRobin | Anna'],
    ]);
    expect(blocks.find(({ kind }) => kind === 'table')?.hasHeader).toBe(true);
  });
});

const odt = (body: string, { styles = '', automatic = '', manifest = '' } = {}) =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest>${manifest}</manifest:manifest>`,
    'meta.xml': '<office:document-meta><dc:title>House rules of the lake</dc:title></office:document-meta>',
    'styles.xml': `<office:document-styles>${styles}</office:document-styles>`,
    'content.xml': `<office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });

describe('a text of LibreOffice', () => {
  it('is read with its headings, numbers, notes, links, boxes, tables and feet, without what is hidden', async () => {
    const automatic = `
      <style:style style:name="S"><style:text-properties style:text-line-through-style="solid"/></style:style>
      <style:style style:name="H"><style:text-properties text:display="none"/></style:style>
      <style:style style:name="R"><style:text-properties style:text-position="super 58%"/></style:style>
      <text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>`;
    const styles = `<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/></text:outline-style>
      <style:master-page><style:footer><text:p>Emergency: 0800 4455</text:p><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page>`;
    const item = (text: string, inner = '') =>
      `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;
    const body = `
      <text:tracked-changes><text:changed-region><text:deletion><text:p>Gone.</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:h text:outline-level="1">Rules of the lake</text:h>
      <text:p>A boat costs <text:span text:style-name="S">40</text:span> 30<text:span text:style-name="R">2</text:span> euros<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Dogs free.</text:p></text:note-body></text:note>. <text:span text:style-name="H">Staff pay 5.</text:span></text:p>
      <text:list text:style-name="L">${item('Shower first.', `<text:list>${item('With soap.')}</text:list>`)}${item('Keep quiet.')}</text:list>
      <text:p>Book <text:a xlink:href="https://book.example.org">here</text:a>.<draw:frame><draw:text-box><text:p>Ring twice.</text:p></draw:text-box></draw:frame></text:p>
      <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Room</text:p></table:table-cell><table:table-cell><text:p>Key</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Garden</text:p></table:table-cell><table:table-cell><text:p>Blue</text:p></table:table-cell></table:table-row></table:table>`;
    expect(await told(odt(body, { automatic, styles }), 'odt')).toEqual([
      ['paragraph', 'Emergency: 0800 4455'],
      ['heading', '1. Rules of the lake'],
      ['paragraph', 'A boat costs 30² euros (Dogs free).'],
      ['list', '1. Shower first.'],
      ['list', 'a) With soap.'],
      ['list', '2. Keep quiet.'],
      ['paragraph', 'Book here (https://book.example.org).'],
      ['paragraph', 'Ring twice.'],
      ['table', 'Room | Key\nGarden | Blue'],
    ]);
  });

  it.each(['header', 'header-first', 'header-left', 'footer', 'footer-first', 'footer-left'])(
    'is read though it says something only in its %s',
    async (frame) => {
      const styles = `<style:master-page><style:${frame}><text:p>Emergency: 0800 4455</text:p></style:${frame}></style:master-page>`;
      expect(await told(odt('<text:p/>', { styles }), 'odt')).toEqual([
        ['paragraph', 'Emergency: 0800 4455'],
      ]);
    },
  );

  it('has a long note behind the paragraph that calls it', async () => {
    const note =
      '<text:note><text:note-body><text:p>Not on holidays.</text:p><text:p>Ask first.</text:p></text:note-body></text:note>';
    expect(await told(odt(`<text:p>Cats pay${note}.</text:p>`), 'odt')).toEqual([
      ['paragraph', 'Cats pay.'],
      ['paragraph', 'Not on holidays. Ask first.'],
    ]);
  });

  it('is known by its list of parts where it does not begin with what it is', async () => {
    const type = 'application/vnd.oasis.opendocument.text';
    const { mimetype, ...parts } = unzipSync(
      odt('<text:p>Open daily.</text:p>', {
        manifest: `<manifest:file-entry manifest:media-type="${type}"/>`,
      }),
    );
    expect(mimetype).toBeDefined();
    expect(await told(zipSync(parts), 'odt')).toEqual([['paragraph', 'Open daily.']]);
  });

  it('with a password says so', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    await expect(extract(odt('<text:p>x</text:p>', { manifest }), 'odt')).rejects.toMatchObject({
      reason: 'encrypted',
    });
  });
});

it('a workbook of LibreOffice is read', async () => {
  const bytes = workbookOf('ods', [
    ['Size', 'Price'],
    ['Small', '3 EUR'],
    ['Large', '4 EUR'],
  ]);
  expect((await extract(bytes, 'ods')).blocks.flatMap(({ rows = [] }) => rows)).toContainEqual([
    'Large',
    '4 EUR',
  ]);
});
