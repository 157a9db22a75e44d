import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type HttpRequest, type HttpResponse, header, textResponse } from '../http';
import { ARTICLES, articlePage, ownerPage, sitemap } from './customer/articles';
import { parseEmbed } from './customer/embed';
import { shopPage } from './customer/page';
import { PICTURES } from './customer/pictures';
import { asset, Html, languageOf, notFound, page } from './html';

/**
 * The website of an example customer, on an origin of its own, with the chat widget on it:
 * `/?widget={widgetId}` embeds that bot, `/` asks for a widget id or embed code and keeps nothing,
 * `/strict` is the same page under a content security policy as strict as a customer could have. Its further pages
 * are there to be read by bots; `/owner` takes what confirms whose website it is, and keeps it in the file.
 */
export function customerSite(confirmationFile: string): (request: HttpRequest) => Promise<HttpResponse> {
  const token = () =>
    existsSync(confirmationFile) ? readFileSync(confirmationFile, 'utf8') || undefined : undefined;
  return async (request) => {
    if (request.path === '/owner') {
      if (request.method === 'POST') {
        const posted = new URLSearchParams(request.body.toString('utf8')).get('token') ?? '';
        // It stands in the head of every page.
        writeFileSync(confirmationFile, posted.replace(/[^\w-]/g, '').slice(0, 200));
        return { status: 303, headers: [['location', '/owner']], body: Buffer.alloc(0) };
      }
      return page(ownerPage(languageOf(request), token()));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound();
    if (request.path === '/shop.css')
      return asset(new URL('./customer/shop.css', import.meta.url), 'text/css');
    if (request.path === '/favicon.svg') {
      return textResponse(200, PICTURES.logo.markup, [['content-type', 'image/svg+xml']]);
    }
    const read = readable(request, token());
    if (read) return read;
    if (request.path !== '/' && request.path !== '/strict') return notFound();

    const query = new URLSearchParams(request.query);
    const pasted = query.get('embed');
    const found = pasted === null ? undefined : parseEmbed(pasted);
    if (found) {
      return {
        status: 303,
        headers: [['location', `${request.path}?${new URLSearchParams(found)}`]],
        body: Buffer.alloc(0),
      };
    }
    const strict = request.path === '/strict';
    const app = appOrigin(request);
    const markup = shopPage(languageOf(request), {
      app,
      token: token(),
      strict,
      embed: parseEmbed(query.get('widget') ?? '') && Object.fromEntries(query),
      rejected: pasted ?? undefined,
    });
    return page(
      markup,
      strict ? [['content-security-policy', strictPolicy(app, uploadsOrigin(request))]] : [],
    );
  };
}

/** What robots read. */
function readable(request: HttpRequest, token: string | undefined): HttpResponse | undefined {
  const origin = `http://${header(request.headers, 'host') ?? 'customer.localhost'}`;
  switch (request.path) {
    case '/robots.txt':
      return textResponse(
        200,
        `User-agent: *\nDisallow: /owner\nDisallow: /strict\n\nSitemap: ${origin}/sitemap.xml\n`,
        [['content-type', 'text/plain; charset=utf-8']],
      );
    case '/sitemap.xml':
      return textResponse(200, sitemap(origin), [['content-type', 'application/xml; charset=utf-8']]);
    case '/.well-known/parley-site-confirmation.txt':
      return token === undefined
        ? notFound()
        : textResponse(200, `${token}\n`, [['content-type', 'text/plain; charset=utf-8']]);
  }
  const article = ARTICLES.find(({ path }) => path === request.path);
  if (!article) return undefined;
  const { markup } = articlePage(article, token);
  const etag = `"${createHash('sha256').update(markup).digest('hex').slice(0, 16)}"`;
  if (header(request.headers, 'if-none-match') === etag)
    return { status: 304, headers: [['etag', etag]], body: Buffer.alloc(0) };
  return page(new Html(markup), [['etag', etag]]);
}

/** The app host on the port that this page was asked at. */
function appOrigin(request: HttpRequest): string {
  return `http://app.localhost${portOf(request)}`;
}

/** Where visitors' files go: every bucket of the local cloud is at the address of its AWS APIs. */
function uploadsOrigin(request: HttpRequest): string {
  return `http://127.0.0.1${portOf(request)}`;
}

function portOf(request: HttpRequest): string {
  const [, port = ''] = /(:\d+)$/.exec(header(request.headers, 'host') ?? '') ?? [];
  return port;
}

/** What the widget's documentation tells a customer to allow where visitors may send files, and nothing else. */
function strictPolicy(app: string, uploads: string): string {
  return [
    "default-src 'none'",
    `script-src ${app}`,
    `connect-src ${app} ${app.replace(/^http/, 'ws')} ${uploads}`,
    "style-src 'self'",
    `img-src 'self' ${app}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
