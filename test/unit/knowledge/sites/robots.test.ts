import { describe, expect, test } from 'vitest';
import { isFollowable, isWithinSite, pageAddress, siteIdOf } from '#core/knowledge/sites/address';
import { parseRobots } from '#core/knowledge/sites/robots';
import { parseSitemap } from '#core/knowledge/sites/sitemap';

const at = (path: string) => `https://www.example.com${path}`;

describe('robots.txt', () => {
  test('the longest rule that fits decides, and of two as long the one that allows', () => {
    const robots = parseRobots(`User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow: /a*c/d
Allow: /same
Disallow: /same`);
    const allowed = (path: string) => robots.allows(at(path));
    expect(allowed('/')).toBe(true);
    expect(allowed('/private/x')).toBe(false);
    expect(allowed('/private/open/x')).toBe(true);
    expect(allowed('/files/x.pdf')).toBe(false);
    expect(allowed('/files/x.pdf?page=1')).toBe(true);
    expect(allowed('/abbc/d/e')).toBe(false);
    expect(allowed('/ab/d')).toBe(true);
    expect(allowed('/same')).toBe(true);
  });

  test('groups that name us count instead of those for all, whatever their case and order', () => {
    const robots = parseRobots(`# ours below
User-Agent: other
User-agent: PARLEYBOT
Disallow: /ours
Crawl-delay: 3

User-agent: *
Disallow: /

Sitemap: https://www.example.com/s.xml`);
    expect(robots.allows(at('/page'))).toBe(true);
    expect(robots.allows(at('/ours'))).toBe(false);
    expect(robots.delaySeconds).toBe(3);
    expect(robots.sitemaps).toEqual(['https://www.example.com/s.xml']);
  });

  test('an empty rule forbids nothing, and what is no robots.txt says nothing', () => {
    expect(parseRobots('User-agent: *\nDisallow:').allows(at('/x'))).toBe(true);
    expect(parseRobots('<html>not found</html>').allows(at('/x'))).toBe(true);
    expect(parseRobots('Disallow: /').allows(at('/x'))).toBe(true);
  });

  test('encoded and plain spellings of a path are the same', () => {
    expect(parseRobots('User-agent: *\nDisallow: /gr%C3%B6%C3%9Fen').allows(at('/größen'))).toBe(false);
  });

  test('a pattern of many stars takes no time that grows with them', () => {
    const robots = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(400)}b$`);
    expect(robots.allows(at(`/${'a'.repeat(900)}`))).toBe(true);
  });
});

describe('a sitemap', () => {
  test('lists pages, and an index lists sitemaps', () => {
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc> https://www.example.com/a?x=1&amp;y=2 </loc><image:image><image:loc>https://www.example.com/i.png</image:loc></image:image></url>
<url><loc><![CDATA[https://www.example.com/b]]></loc></url></urlset>`;
    expect(parseSitemap(xml, 10)).toEqual({ pages: [at('/a?x=1&y=2'), at('/b')], sitemaps: [] });
    expect(parseSitemap(xml, 1)?.pages).toHaveLength(1);
    expect(
      parseSitemap(`<sitemapindex><sitemap><loc>${at('/1.xml')}</loc></sitemap></sitemapindex>`, 10),
    ).toEqual({ pages: [], sitemaps: [at('/1.xml')] });
  });

  test('may be plain text, and what is neither is none', () => {
    expect(parseSitemap(`${at('/a')}\n${at('/b')}\n`, 10)?.pages).toEqual([at('/a'), at('/b')]);
    expect(parseSitemap('<html><body>Not found</body></html>', 10)).toBeNull();
    expect(parseSitemap('Not found', 10)).toBeNull();
    expect(parseSitemap('', 10)).toBeNull();
  });
});

describe('an address', () => {
  test('is the same page without its fragment and what counts visitors', () => {
    expect(pageAddress(at('/a?utm_source=x&b=1#top'))).toBe(at('/a?b=1'));
    expect(pageAddress('../b', at('/x/y/'))).toBe(at('/x/b'));
    expect(pageAddress('mailto:a@example.com')).toBeNull();
    expect(pageAddress('javascript:alert(1)', at('/'))).toBeNull();
    expect(siteIdOf(at('/a'))).toBe(siteIdOf(at('/a')));
  });

  test('belongs to a website by its origin and folder', () => {
    const site = (path: string, scope: 'site' | 'page' = 'site') => ({
      url: at(path),
      origin: 'https://www.example.com',
      scope,
    });
    for (const path of ['/help', '/help/', '/help/index.html']) {
      expect(isWithinSite(site(path), at('/help/a'))).toBe(true);
      expect(isWithinSite(site(path), at('/helping'))).toBe(false);
    }
    expect(isWithinSite(site('/help'), at('/help'))).toBe(true);
    expect(isWithinSite(site('/sitemap.xml'), at('/anything'))).toBe(true);
    expect(isWithinSite(site('/'), 'https://example.com/a')).toBe(false);
    expect(isWithinSite(site('/'), 'http://www.example.com/a')).toBe(false);
    expect(isWithinSite(site('/a', 'page'), at('/b'))).toBe(false);
  });

  test('is followed unless it is a file or has a query', () => {
    expect(isFollowable(at('/a.html'))).toBe(true);
    expect(isFollowable(at('/price.PDF'))).toBe(false);
    expect(isFollowable(at('/menu.dotx'))).toBe(false);
    expect(isFollowable(at('/team.jpg'))).toBe(false);
    expect(isFollowable(at('/list?page=2'))).toBe(false);
  });
});
