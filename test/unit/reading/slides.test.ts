import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { presentationOf, slideBox, slideRun, zip } from './office';

describe('captions of slides', () => {
  const box = (x: number, y: number, ...lines: readonly string[]) => ({ x, y, lines });
  const boxes = [
    box(5, 3, 'The deposit is 400 euros.', 'Only with a licence.'),
    box(1, 2, 'Rowing boat'),
    box(1, 3, 'The deposit is 50 euros.', 'No licence is needed.'),
    box(5, 2, 'Motor boat'),
  ];
  const CM = 360_000;
  const shapes = boxes.map(
    ({ x, y, lines }) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x * CM}" y="${y * CM}"/><a:ext cx="${3 * CM}" cy="${0.8 * CM}"/></a:xfrm></p:spPr><p:txBody>${lines.map((text) => `<a:p>${slideRun(text)}</a:p>`).join('')}</p:txBody></p:sp>`,
  );
  const frames = boxes.map(
    ({ x, y, lines }) =>
      `<draw:frame svg:x="${x}cm" svg:y="${y}cm" svg:width="3cm" svg:height="0.8cm"><draw:text-box>${lines.map((text) => `<text:p>${text}</text:p>`).join('')}</draw:text-box></draw:frame>`,
  );
  it.each<[DocumentFormat, Uint8Array]>([
    ['pptx', presentationOf(shapes.join(''))],
    [
      'odp',
      zip({
        mimetype: 'application/vnd.oasis.opendocument.presentation',
        'content.xml': `<office:document-content><office:body><office:presentation><draw:page>${frames.join('')}</draw:page></office:presentation></office:body></office:document-content>`,
      }),
    ],
  ])('head what stands below them, in %s', async (format, bytes) => {
    const { blocks } = await extract(bytes, format);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Rowing boat'],
      ['paragraph', 'The deposit is 50 euros.'],
      ['paragraph', 'No licence is needed.'],
      ['heading', 'Motor boat'],
      ['paragraph', 'The deposit is 400 euros.'],
      ['paragraph', 'Only with a licence.'],
    ]);
  });
});

it('what stands on the master of slides is said once, and not what it keeps places for', async () => {
  const box = (text: string, own = '') =>
    `<draw:frame ${own}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const page = (text: string) => `<draw:page draw:master-page-name="M">${box(text)}</draw:page>`;
  const bytes = zip({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'styles.xml': `<office:document-styles><office:master-styles><style:master-page style:name="M">${box('Click to add a title', 'presentation:class="title"')}${box('Bookings: 04941 55')}</style:master-page></office:master-styles></office:document-styles>`,
    'content.xml': `<office:document-content><office:body><office:presentation>${page('The hall seats 120.')}${page('We cook.')}</office:presentation></office:body></office:document-content>`,
  });
  expect((await extract(bytes, 'odp')).blocks.map(({ text, page }) => [page, text])).toEqual([
    [1, 'The hall seats 120.'],
    [1, 'Bookings: 04941 55'],
    [2, 'We cook.'],
  ]);
});

it('formulas are read, and of dates those that were typed, once', async () => {
  const place = (type: string, runs: string) =>
    slideBox(runs).replace('</p:nvSpPr>', `<p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr>`);
  const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const formula = `<a14:m><m:oMathPara><m:oMath>${math('p=')}<m:f><m:num>${math('n')}</m:num><m:den>${math('5')}</m:den></m:f></m:oMath></m:oMathPara></a14:m>`;
  const typed = place('dt', slideRun('May 2031'));
  const counted = place('dt', '<a:fld type="datetime1"><a:t>9/9/2031</a:t></a:fld>');
  const bytes = presentationOf(slideBox(formula) + typed, slideBox(slideRun('Open daily.')) + typed, counted);
  expect((await extract(bytes, 'pptx')).blocks.map(({ text, page }) => [text, page])).toEqual([
    ['p=n/5', 1],
    ['May 2031', 1],
    ['Open daily.', 2],
  ]);
});

describe('a slide that is only a picture', () => {
  const odp = (pages: string) =>
    zip({
      mimetype: 'application/vnd.oasis.opendocument.presentation',
      'content.xml': `<office:document-content><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
    });
  it.each<[DocumentFormat, Uint8Array]>([
    ['pptx', presentationOf('<p:pic/>', slideBox(slideRun('Open daily.')))],
    [
      'odp',
      odp(
        '<draw:page><draw:frame><draw:image/></draw:frame></draw:page><draw:page><draw:frame><draw:text-box><text:p>Open daily.</text:p></draw:text-box></draw:frame></draw:page>',
      ),
    ],
  ])('is told of to its owner, in %s', async (format, bytes) => {
    const { blocks, notices } = await extract(bytes, format);
    expect(blocks.map(({ text, page }) => [text, page])).toEqual([['Open daily.', 2]]);
    expect(notices).toEqual([{ kind: 'pages_without_text', count: 1, pages: [1] }]);
  });
});
