import { describe, expect, test } from 'vitest';
import { policyAllows } from '#core/site/snippets/content-policy';
import { scriptTags } from '#core/site/snippets/script-tags';

const ids = (html: string) => scriptTags(html).map((tag) => tag.get('data-widget-id'));

describe('script tags', () => {
  test.each<[string, string, readonly (string | undefined)[]]>([
    [
      'as the embed code has them',
      '<script async src="/w.js"\n  data-widget-id="abcd1234"></script>',
      ['abcd1234'],
    ],
    [
      'in capitals, without and with other quotes',
      "<SCRIPT DATA-WIDGET-ID=a1><script data-widget-id = 'b2' >",
      ['a1'],
    ],
    ['one after the other', '<script data-widget-id=a></script ><script data-widget-id="b"/>', ['a', 'b']],
    ['with a bracket in a value', '<script title="a > b" data-widget-id="c"></script>', ['c']],
    ['with an attribute twice', '<script data-widget-id="a" data-widget-id="b"></script>', ['a']],
    [
      'in a comment',
      '<!-- <script data-widget-id="a"></script> --><script data-widget-id="b"></script>',
      ['b'],
    ],
    ['in a script', '<script>"<script data-widget-id=\'a\'>"</script>', [undefined]],
    ['that are other elements', '<scripts data-widget-id="a"></scripts>', []],
    ['after letters that grow', 'İİİİİİİİ<SCRIPT data-widget-id="a"></SCRIPT>', ['a']],
    ['that never end', '<script data-widget-id="a', [undefined]],
    ['in a comment that never ends', '<!-- <script data-widget-id="a"></script>', []],
    ['of strange names', '<script =a / "b" data-widget-id="c">', ['c']],
  ])('%s', (_, html, found) => expect(ids(html)).toEqual(found));

  test('are read in one go, whatever the page is', () => {
    // Searched anew at each place, one of these takes minutes, and the test its time.
    for (const part of [
      '<script ',
      '<script a="',
      '<!--',
      '<script =',
      '<script></script',
      '<script></script>',
    ])
      expect(scriptTags(part.repeat(100_000)).length).toBeLessThanOrEqual(100_000);
  });
});

describe('a policy', () => {
  const needed = { origin: 'https://app.parley.example', nonce: undefined, page: 'https://shop.example/' };
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ["img-src 'self'", true],
    ['default-src https:', true],
    ['default-src *', true],
    ["default-src 'self'", false],
    ["default-src 'none'", false],
    ["script-src 'self' https://app.parley.example; connect-src https://app.parley.example", true],
    ['script-src app.parley.example; connect-src *.parley.example', true],
    ["script-src https://app.parley.example; connect-src 'self'", false],
    ["script-src 'self'; connect-src *", false],
    ['script-src http://app.parley.example; connect-src *', false],
    ['script-src https://app.parley.example.evil.example; connect-src *', false],
    ["script-src-elem *; script-src 'none'", true],
    ["default-src *, script-src 'self'", false],
    ["script-src 'strict-dynamic' https://app.parley.example; connect-src *", false],
    ["SCRIPT-SRC 'nonce-abc'; connect-src *", false],
  ])('%s', (policy, allowed) => expect(policyAllows(policy, needed)).toBe(allowed));

  test("lets a script with its nonce in, and the page's own", () => {
    const policy = "script-src 'nonce-abc' 'strict-dynamic'; connect-src *";
    expect(policyAllows(policy, { ...needed, nonce: 'abc' })).toBe(true);
    expect(policyAllows(policy, { ...needed, nonce: 'abd' })).toBe(false);
    expect(policyAllows("default-src 'self'", { ...needed, page: 'https://app.parley.example/demo' })).toBe(
      true,
    );
  });
});
