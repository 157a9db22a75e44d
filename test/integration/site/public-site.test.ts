import { describe, expect, it } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';

const cloud = sharedCloud();
const root = (path: string) => `${cloud.addresses.root}${path}`;
const TITLES = {
  en: 'Your documents know the answer. Now your website does too.',
  de: 'Ihre Dokumente kennen die Antwort. Ihre Website jetzt auch.',
};

describe('the landing page', () => {
  it.each([
    { locale: 'en-GB', language: 'en' },
    { locale: 'de-AT', language: 'de' },
    { locale: 'fr-FR', language: 'en' },
  ] as const)('is in $language at the root for who reads $locale', async ({ locale, language }) => {
    const answer = await request(root('/'), { headers: { 'accept-language': locale } });
    expect(answer.status).toBe(200);
    expect(answer.text()).toContain(`<html lang="${language}"`);
    expect(answer.text()).toContain(`<h1>${TITLES[language]}</h1>`);
  });

  it('depends on the request for the root alone, and each page says where it is to be had', async () => {
    const atRoot = await request(root('/'), { headers: { 'accept-language': 'de' } });
    expect(atRoot.headers.vary).toContain('Accept-Language');
    expect(atRoot.headers['cache-control']).toBe('no-cache');
    const german = await request(root('/de'), { headers: { 'accept-language': 'en' } });
    expect(german.headers.vary ?? '').not.toContain('Accept-Language');
    expect(german.text()).toContain(`<link rel="canonical" href="${root('/de')}">`);
    expect(german.text()).toContain(`hreflang="x-default" href="${root('/')}"`);
  });
});

describe('what crawlers ask for', () => {
  it('names the pages of the public site, and keeps them out of the application', async () => {
    const sitemap = await request(root('/sitemap.xml'));
    expect(sitemap.headers['content-type']).toContain('application/xml');
    expect(sitemap.text()).toContain(`<loc>${root('/de')}</loc>`);
    expect((await request(root('/robots.txt'))).text()).toContain(root('/sitemap.xml'));
    expect((await request(`${cloud.addresses.app}/robots.txt`)).text()).toContain('Disallow: /\n');
  });
});

describe('the service worker', () => {
  it.each(['root', 'app'] as const)('is looked at anew each time, on the %s host', async (host) => {
    const answer = await request(`${cloud.addresses[host]}/sw.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
  });
});

it('tells the pages of both hosts where to sign in, and who runs the stage', async () => {
  for (const origin of [cloud.addresses.root, cloud.addresses.app]) {
    expect((await request(`${origin}/config.json`)).json()).toMatchObject({
      userPoolId: cloud.userPoolId,
      userPoolClientId: cloud.userPoolClientId,
      userPoolEndpoint: cloud.addresses.aws,
      operator: LOCAL_STAGE.operator,
    });
  }
});
