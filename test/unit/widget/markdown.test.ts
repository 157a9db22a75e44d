import { beforeEach, describe, expect, it, vi } from 'vitest';
import { markdown, typed } from '#widget/markdown';

/** As much of a document as nodes are built with. */
class FakeNode {
  readonly attributes: Record<string, string> = {};
  childNodes: (FakeNode | string)[] = [];
  constructor(readonly name: string) {}
  get nodeName() {
    return this.name.toUpperCase();
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
  append(...nodes: (FakeNode | string)[]) {
    this.childNodes.push(...nodes.filter((node) => node !== ''));
  }
  toString(): string {
    const content = this.childNodes.join('');
    const start = this.attributes.start ? ` ${this.attributes.start}` : '';
    return this.name === '' ? content : `<${this.name}${start}>${content}</${this.name}>`;
  }
}

describe('Markdown of an answer', () => {
  beforeEach(() =>
    vi.stubGlobal('document', {
      createElement: (name: string) => new FakeNode(name),
      createDocumentFragment: () => new FakeNode(''),
    }),
  );
  const shown = (text: string, cited: readonly number[] = []) =>
    String(
      markdown(text, (number) =>
        cited.includes(number) ? (new FakeNode(`sup${number}`) as unknown as Node) : null,
      ),
    );

  it.each([
    ['2*3*4 mm, and item [3] from box [12]'],
    ['> 30 kg'],
    ['2027. We close'],
    ['**not bold**\n- no item\n# no heading'],
  ])('leaves what a person typed as it is: %s', (text) => {
    expect(String(typed(text))).toBe(`<p>${text}</p>`);
  });

  it.each([
    [
      'See https://a.example/x_(y)_z (or https://b.example/q).',
      ['https://a.example/x_(y)_z', 'https://b.example/q'],
    ],
    ['https://c.example/(d), and', ['https://c.example/(d)']],
    ['javascript:alert(1) ftp://x', []],
  ])('makes links of addresses, with the parentheses that belong to them: %s', (text, links) => {
    const node = typed(text) as unknown as FakeNode;
    expect(
      node.childNodes.flatMap((child) => (typeof child === 'string' ? [] : child.attributes.href)),
    ).toEqual(links);
    expect(String(node).replace(/<\/?[ap]>/g, '')).toBe(text);
    expect(String(node)).not.toContain('\ufeff');
  });

  it.each([
    ['paragraphs and lines', 'One\ntwo\n\nthree', '<p>One<br></br>two</p><p>three</p>'],
    ['a list', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['a list whose items stand apart', '- a\n\n- b\n\nEnd', '<ul><li>a</li><li>b</li></ul><p>End</p>'],
    [
      'a list in a list',
      '1. a\n   - x\n   - y\n2. b',
      '<ol 1><li>a<ul><li>x</li><li>y</li></ul></li><li>b</li></ol>',
    ],
    [
      'a list that goes on behind what stands between',
      '1. a\n\nThen\n\n2. b',
      '<ol 1><li>a</li></ol><p>Then</p><ol 2><li>b</li></ol>',
    ],
    ['numbers behind bullets as another list', '- a\n1. b', '<ul><li>a</li></ul><ol 1><li>b</li></ol>'],
    ['a heading as a bold line', '## Prices\n5 €', '<p><b>Prices</b></p><p>5 €</p>'],
    [
      'a table, without the rule',
      '| Day | Open |\n| --- | :-: |\n| Mo | 9 |',
      '<table><tr><th>Day</th><th>Open</th></tr><tr><td>Mo</td><td>9</td></tr></table>',
    ],
    [
      'a table whose columns have no names',
      '|  |  |\n|---|---|\n| Mo | 9 |',
      '<table><tr><td>Mo</td><td>9</td></tr></table>',
    ],
    ['a bar within a cell', '| a \\| b | c |', '<table><tr><th>a | b</th><th>c</th></tr></table>'],
    ['code as it is', '```sh\n| a |\n- **b**\n```\nend', '<pre>| a |\n- **b**</pre><p>end</p>'],
    ['code within a list', '- run:\n  ```\n  x\n  ```\n- b', '<ul><li>run:<pre>x</pre></li><li>b</li></ul>'],
    ['code that is still being written', 'Run:\n```\nls -l', '<p>Run:</p><pre>ls -l</pre>'],
    [
      'a quote with what is in it',
      '> - a\n> - b\n>\n> c',
      '<blockquote><ul><li>a</li><li>b</li></ul><p>c</p></blockquote>',
    ],
    ['bold, italic and code in a line', '**a *b*** `c*d*`', '<p><b>a <i>b</i></b> <code>c*d*</code></p>'],
    ['what is escaped as it is meant', '2 \\* 3 \\[1]', '<p>2 * 3 [1]</p>'],
    ['nothing for a rule', 'a\n\n---\n\n- - -\nb', '<p>a</p><p>b</p>'],
  ])('shows %s', (_, text, nodes) => {
    expect(shown(text)).toBe(nodes);
  });

  it('shows the numbers of sources that there are, and no others', () => {
    expect(shown('Yes [1][2].', [1])).toBe('<p>Yes <sup1></sup1>.</p>');
    expect(shown('- a [1]', [1])).toBe('<ul><li>a <sup1></sup1></li></ul>');
  });

  it('makes no link of another scheme, and no element of markup', () => {
    expect(shown('[x](javascript:alert(1)) <img src=x>')).toBe('<p>x <img src=x></p>');
    expect(shown('[x](https://a.example/)')).toBe('<p><a>x</a></p>');
  });

  it('takes time in proportion to the length of a text, whatever it is made of', () => {
    for (const piece of [
      '- ',
      '> ',
      '| ',
      '**',
      '[',
      '1. ',
      ' - a\n',
      '```\n',
      '\\',
      '*a',
      '- - ',
      '[a](b',
      '**a ',
      '\n> - a',
    ]) {
      const count = 20_000 / piece.length;
      const before = process.cpuUsage();
      shown(piece.repeat(count));
      shown(`${piece.repeat(count)}\n`.repeat(2));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000, JSON.stringify(piece)).toBeLessThan(2_000);
    }
  });
});
