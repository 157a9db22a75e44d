import { describe, expect, it } from 'vitest';
import { BotConfig, botDefaults } from '#contract/bots/bot-config';
import { UpdateBot } from '#contract/bots/bots';
import { SiteHost } from '#contract/bots/site-host';
import { isSiteAllowed } from '#core/conversations/allowed-sites';

describe('a site that the widget may run on', () => {
  it.each([
    ['example.com', 'example.com', 'https://example.com'],
    ['*.Example.com', '*.example.com', 'https://www.example.com'],
    ['  https://www.x.de/path?a=b#c ', 'www.x.de', 'https://www.x.de'],
    ['HTTP://x.de', 'x.de', 'http://x.de'],
    ['localhost', 'localhost', 'http://localhost:5173'],
    ['localhost:3000', 'localhost:3000', 'http://localhost:3000'],
    ['https://x.de:443/', 'x.de', 'https://x.de'],
    ['x.de:80', 'x.de', 'http://x.de'],
    ['Bücher.example', 'xn--bcher-kva.example', 'https://bücher.example'],
    ['*.straße.example', '*.xn--strae-oqa.example', 'https://www.straße.example'],
    ['192.168.0.7:8080', '192.168.0.7:8080', 'http://192.168.0.7:8080'],
    ['[::1]:3000', '[::1]:3000', 'http://[::1]:3000'],
    ['x.de.', 'x.de', 'https://x.de'],
  ])('is understood: %s', (typed, host, site) => {
    expect(SiteHost.parse(typed)).toBe(host);
    expect(SiteHost.parse(host)).toBe(host);
    expect(isSiteAllowed([host], new URL(site).origin, 'https://app.example')).toBe(true);
  });

  it.each([
    '<script>',
    '*',
    '**',
    '*.*',
    '*.',
    'a.*.de',
    '',
    ' ',
    'a b.de',
    'ftp://x.de',
    '//x.de',
    'me@x.de',
  ])('is refused: %j', (typed) => {
    expect(SiteHost.safeParse(typed).success).toBe(false);
  });

  it.each(['me:pw@x.de', 'x..de', '-x.de', 'x.de:0', 'x.de:99999', 'javascript:alert(1)', 'x.de, y.de'])(
    'is refused as well: %j',
    (typed) => {
      expect(SiteHost.safeParse(typed).success).toBe(false);
    },
  );

  it.each([
    ['*.com', false],
    ['*.DE', false],
    ['*.com:8080', false],
    ['*.example.com', true],
    ['*.localhost', true],
    ['*.localhost:3000', true],
    ['intranet', true],
  ])('is no whole ending, which nobody owns: %s may be entered: %s', (host, isTaken) => {
    expect(UpdateBot.safeParse({ version: 1, allowedDomains: [host] }).success).toBe(isTaken);
    // One from before is still read, as it is.
    expect(BotConfig.safeParse({ ...botDefaults('en'), allowedDomains: [host] }).success).toBe(true);
  });

  it('is named by its place in the list where it is wrong', () => {
    const { error } = BotConfig.safeParse({
      ...botDefaults('en'),
      allowedDomains: ['x.de', '*', '<script>'],
    });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['allowedDomains.1', 'Please enter a host such as example.com.'],
      ['allowedDomains.2', 'Please enter a host such as example.com.'],
    ]);
  });
});
