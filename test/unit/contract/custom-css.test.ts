import { describe, expect, it } from 'vitest';
import { sanitiseCss } from '../../../functions/contract/custom-css';

describe("a customer's style sheet", () => {
  it('keeps rules for the parts of the widget, and is then left as it is', () => {
    const css = `
      /* our house colours */
      .header, .launcher:hover { background: linear-gradient(90deg, #123456, rgb(20 30 40 / 80%)); }
      .visitor > p:first-child a { color: var(--accent); text-decoration: none }
      .panel { --primary: #112233; font-family: "Gill Sans", Georgia, serif; font-size: 1.1em }
      @media (max-width: 400px) and (prefers-contrast: more) { .bot { border: 1px solid black; padding: 8px 12px } }
    `;
    const { css: kept, refused } = sanitiseCss(css);
    expect(refused).toEqual([]);
    expect(kept).toBe(
      [
        '.header, .launcher:hover {background: linear-gradient(90deg, #123456, rgb(20 30 40 / 80%));}',
        '.visitor > p:first-child a {color: var(--accent); text-decoration: none;}',
        '.panel {--primary: #112233; font-family: "Gill Sans", Georgia, serif; font-size: 1.1em;}',
        '@media (max-width: 400px) and (prefers-contrast: more) {.bot {border: 1px solid black; padding: 8px 12px;}}',
      ].join('\n'),
    );
    expect(sanitiseCss(kept)).toEqual({ css: kept, refused: [] });
  });

  it('keeps what is allowed beside what is not, and names the rest', () => {
    const { css, refused } = sanitiseCss('.bot { color: red; position: fixed; margin: 4px }');
    expect(css).toBe('.bot {color: red; margin: 4px;}');
    expect(refused).toEqual(['.bot { position: fixed }']);
  });

  it.each([
    ['a remote image', '.bot { background: url(https://evil.example/x.png) }'],
    ['a remote image by another name', '.bot { background: image-set("x.png" 1x) }'],
    ['a remote image in a string', '.bot { background: src("x.png") }'],
    ['a remote image with escapes', '.bot { background: u\\72l(x.png) }'],
    ['a remote image in upper case', '.bot { BACKGROUND: URL(x.png) }'],
    ['a remote image behind a comment', '.bot { background: u/**/rl(x.png) }'],
    ['a remote font', '@font-face { font-family: x; src: url(x.woff2) }'],
    ['an import', '@import "https://evil.example/x.css";'],
    ['an import that never ends', '@import "https://evil.example/x.css"'],
    ['an import between rules', '.bot { } @import url(x.css); .bot { }'],
    ['a layer', '@layer x { .bot { color: red } }'],
    ['a rule of the host page', 'body { color: red }'],
    ['the host element', ':host { color: red }'],
    ['any element', '* { color: red }'],
    ['an element from outside', ':host-context(body) .bot { color: red }'],
    ['an attribute, whose value can be read by it', '.input[value^="a"] { color: red }'],
    ['the branding', '.branding { color: red }'],
    ['the branding by its element', 'a { color: red }'],
    ['what is not the branding', '.panel :not(.header) { color: red }'],
    ['content that says what the company never said', '.bot::before { content: "Pay here" }'],
    ['a place over the page', '.panel { position: fixed; inset: 0 }'],
    ['a size over the page', '.launcher { width: 4000px; height: 4000px }'],
    ['a launcher that is blown up', '.launcher { padding: 60px }'],
    ['a shadow over the page', '.panel { box-shadow: 0 0 0 9999px red }'],
    ['a shadow over the page, counted', '.panel { box-shadow: 0 0 0 calc(60px * 60) red }'],
    ['a shadow over the page, with an exponent', '.panel { box-shadow: 0 0 0 1e5px red }'],
    ['a shadow as wide as the window', '.panel { box-shadow: 0 0 0 100vw red }'],
    ['a margin that leaves the panel', '.bot { margin-top: -40px }'],
    ['a part that is hidden', '.header { display: none }'],
    ['a focus ring that is taken away', '.send:focus-visible { outline: none }'],
    ['weight over our own rules', '.bot { color: red !important }'],
    ['a script of old browsers', '.bot { color: expression(alert(1)) }'],
    ['another binding', '.bot { -moz-binding: x; behavior: x }'],
    ['a variable of others', '.bot { color: var(--secret) }'],
    ['a rule within a rule', '.bot { .visitor { color: red } }'],
    ['an end tag', '.bot { color: red</style><script>alert(1)</script> }'],
    ['a brace that never closes', '.bot { color: red'],
    ['a parenthesis that never closes', '.bot { color: rgb(1 2 3 }'],
  ])('loses %s', (_, css) => {
    const { css: kept, refused } = sanitiseCss(css);
    expect(kept).toBe('');
    expect(refused.length).toBeGreaterThan(0);
  });

  it('takes no long time over a hostile text', () => {
    const hostile = `${'.bot{color:rgb('.repeat(300)}${'a'.repeat(3_000)}${'/*'.repeat(1_000)}`;
    expect(sanitiseCss(hostile.slice(0, 10_000)).css).toBe('');
  });
});
