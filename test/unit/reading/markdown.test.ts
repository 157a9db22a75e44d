import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';

const said = async (text: string, format: 'md' | 'html' = 'md') =>
  (await extract(strToU8(text), format)).blocks.map((block) => block.text);

describe('of Markdown', () => {
  it('headings, nested lists and tables are read, and what site generators keep on top is left out', async () => {
    const source = `---\ntitle: x\n---\n# Prices\n\nFrom [our shop](https://a.example) and *only* there.\n\n- Small\n- Large\n  - with lid\n\n| Size | Price |\n|---|---|\n| S | 10 |\n`;
    const { blocks } = await extract(strToU8(source), 'md');
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Prices'],
      ['paragraph', 'From our shop (https://a.example) and only there.'],
      ['list', 'Small'],
      ['list', 'Large'],
      ['list', 'with lid'],
      ['table', 'Size | Price\nS | 10'],
    ]);
  });

  it('notes stand where they are called, those that nothing calls at the end', async () => {
    const text = 'Dogs stay free[^dogs].\n\nCats pay.\n\n[^dogs]: One to\n    a room.\n[^cats]: Ask first.\n';
    expect(await said(text)).toEqual(['Dogs stay free (One to a room).', 'Cats pay.', 'Ask first.']);
  });

  it('only settings are front matter', async () => {
    expect(await said('---\nlayout: page\ntags:\n  - a\n---\nOpen daily.')).toEqual(['Open daily.']);
    expect(await said('---\nWe open at nine\n---\nOpen daily.')).toEqual(['We open at nine', 'Open daily.']);
  });

  it('a table whose header is empty has none', async () => {
    const { blocks } = await extract(strToU8('| | |\n|-|-|\n| Ski | Hall B |\n| Bike | Hall A |'), 'md');
    expect(blocks).toMatchObject([{ kind: 'table', hasHeader: false }]);
  });

  it('code keeps its lines and their indentation, with signs as they are', async () => {
    expect(await said('Run:\n\n    if a < b:\n        go()\n')).toEqual(['Run:', 'if a < b:\n    go()']);
  });

  it('numbers and boxes of lists are text', async () => {
    expect(await said('3. Pull.\n4. Turn.\n')).toEqual(['3. Pull.', '4. Turn.']);
    expect(await said('- [x] Towels\n- [ ] Shuttle\n')).toEqual(['☑ Towels', '☐ Shuttle']);
  });
});

describe('of a page', () => {
  it('what is struck out is left out, marks are no digits, and links keep their addresses', async () => {
    const page = `<main><p>The lamp costs <s>149 euros</s> <del>139</del> 119<sup>1</sup> euros.</p>
      <p>It is 3 m<sup>2</sup>. <a href="https://shop.example.org/lamp">Order here</a>, or
      <a href="mailto:shop@example.org">by mail</a>; see <a href="/more">more</a> on <a href="https://example.org/">example.org</a>.</p></main>`;
    expect(await said(page, 'html')).toEqual([
      'The lamp costs 119¹ euros.',
      'It is 3 m². Order here (https://shop.example.org/lamp), or by mail (shop@example.org); see more on example.org.',
    ]);
  });
});
