import { describe, expect, it } from 'vitest';
import { sanitiseCss } from '#core/bots/custom-css';

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

  it.each([
    'padding: calc(8px + 1em) max(4px, 1em);',
    'padding: calc(10px + (20px + 4px));',
    'gap: clamp(2px, 3em + 4px, 32px);',
    'box-shadow: 0 0 0 calc(20px - 4px) rgb(0 0 0 / 20%), 0 -2px 4px black;',
    'font: italic 14px/1.4 "Gill Sans", serif;',
    'line-height: 1.5;',
    'background: linear-gradient(90deg, hsl(200 50% 50% / 0.5), var(--accent) calc(10% + 20%));',
  ])('keeps what stays small: %s', (declaration) => {
    expect(sanitiseCss(`.bot {${declaration}}`)).toEqual({ css: `.bot {${declaration}}`, refused: [] });
  });

  it('closes what was left open, as a browser does', () => {
    expect(sanitiseCss('.bot { color: red')).toEqual({ css: '.bot {color: red;}', refused: [] });
  });

  it('keeps what is allowed beside what is not, and names the rest', () => {
    const { css, refused } = sanitiseCss('.bot { color: red; position: fixed; margin: 4px }');
    expect(css).toBe('.bot {color: red; margin: 4px;}');
    expect(refused).toEqual([{ text: '.bot { position: fixed }', reason: 'property' }]);
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
    ['a shadow over the page, divided', '.panel { box-shadow: 0 0 0 calc(1px / 0.0001) red }'],
    ['a shadow over the page, divided closely', '.panel { box-shadow: 0 0 0 calc(64px/0.01) red }'],
    ['a shadow over the page, summed', '.panel { box-shadow: 0 0 0 calc(64px + 64px) red }'],
    ['a shadow over the page, summed closely', '.panel { box-shadow: 0 0 0 calc(64px+64px) red }'],
    ['a sum of two units', '.bot { padding: calc(64px + 4em) }'],
    ['a sum in a sum', '.bot { padding: 1px calc(40px + (20px + calc(10px + 10px))) }'],
    ['a sum that is chosen', '.bot { padding: max(1px, 40px + 40px) }'],
    ['a line that is computed, in short', '.header { font: 64px/calc(2 + 900) serif }'],
    ['a length behind a function', '.bot { background: linear-gradient(90deg, red calc(90px + 90px)) }'],
    ['an element before a part', '.panel::selection { color: red }'],
    ['a launcher whose name is escaped', '.l\\61uncher { padding: 60px }'],
    ['a part of another name', '.bot\\66 { color: red }'],
    ['a sum of what is chosen', '.bot { padding: calc(max(1px, 40px) + min(40px, 50px)) }'],
    ['a sum in capitals', '.bot { padding: CALC(40PX + 40PX) }'],
    ['a quotient in a choice', '.bot { padding: clamp(1px, 2px / 0.01, 900px / 0.1) }'],
    ['a quotient in a colour', '.bot { color: rgb(calc(1 / 0.001) 0 0) }'],
    ['a computed margin that leaves the panel', '.bot { margin-top: calc(0px - 60px) }'],
    ['a sum of variables', '.bot { padding: calc(var(--primary) + var(--primary)) }'],
    ['a length in a variable', '.panel { --primary: 4em }'],
    ['a computed length in a variable', '.panel { --primary: calc(30px + 30px) }'],
    ['a line as high as the page', '.header { line-height: 1000 }'],
    ['a computed line as high as the page', '.header { line-height: calc(2 + 900) }'],
    ['a line as high as the page, in short', '.header { font: 64px/900 serif }'],
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
    ['a parenthesis that never closes', '.bot { color: rgb(1 2 3 }'],
  ])('loses %s', (_, css) => {
    const { css: kept, refused } = sanitiseCss(css);
    expect(kept).toBe('');
    expect(refused.length).toBeGreaterThan(0);
  });

  it('takes no long time over a hostile text', () => {
    const hostile = `${'.bot{color:rgb('.repeat(300)}${'a'.repeat(3_000)}${'/*'.repeat(1_000)}`;
    expect(sanitiseCss(hostile.slice(0, 10_000)).css).toBe('');
    const deep = `.bot{padding:calc${'('.repeat(4_900)}1px${')'.repeat(4_900)}}`;
    expect(sanitiseCss(deep).css).toBe('');
  });
});

describe('what is refused is told with its reason', () => {
  it.each([
    ['.bot { color }', 'incomplete'],
    ['color: red;', 'incomplete'],
    ['@import url(x.css);', 'at_rule'],
    ['@font-face { font-family: x }', 'at_rule'],
    ['.bot { .name { color: red } }', 'nested'],
    ['.stranger { color: red }', 'selector'],
    ['body { color: red }', 'selector'],
    ['.bot { position: fixed }', 'property'],
    ['.launcher { padding: 4px }', 'launcher'],
    ['.bot { background: url(https://example.net) }', 'function'],
    ['.bot { color: red !important }', 'function'],
    ['.bot { padding: 900px }', 'length'],
    ['.bot { margin: -4px }', 'length'],
  ])('%s: %s', (css, reason) => {
    const { css: kept, refused } = sanitiseCss(css);
    expect(kept).toBe('');
    expect(refused.map((one) => one.reason)).toEqual([reason]);
  });
});
