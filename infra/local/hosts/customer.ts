import { type HttpRequest, type HttpResponse, header, textResponse } from '../http';
import { parseEmbed } from './customer/embed';
import { shopPage } from './customer/page';
import { PICTURES } from './customer/pictures';
import { asset, languageOf, notFound, page } from './html';

/**
 * The website of an example customer, on an origin of its own, with the chat widget on it:
 * `/?widget={widgetId}` embeds that bot, `/` asks for a widget id or embed code and keeps nothing,
 * `/strict` is the same page under a content security policy as strict as a customer could have.
 */
export function customerSite(): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound();
    if (request.path === '/shop.css')
      return asset(new URL('./customer/shop.css', import.meta.url), 'text/css');
    if (request.path === '/favicon.svg') {
      return textResponse(200, PICTURES.logo.markup, [['content-type', 'image/svg+xml']]);
    }
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
      strict,
      embed: parseEmbed(query.get('widget') ?? '') && Object.fromEntries(query),
      rejected: pasted ?? undefined,
    });
    return page(markup, strict ? [['content-security-policy', strictPolicy(app)]] : []);
  };
}

/** The app host on the port that this page was asked at. */
function appOrigin(request: HttpRequest): string {
  const [, port = ''] = /(:\d+)$/.exec(header(request.headers, 'host') ?? '') ?? [];
  return `http://app.localhost${port}`;
}

/** What the widget's documentation tells a customer to allow, and nothing else. */
function strictPolicy(app: string): string {
  return [
    "default-src 'none'",
    `script-src ${app}`,
    `connect-src ${app} ${app.replace(/^http/, 'ws')}`,
    "style-src 'self'",
    `img-src 'self' ${app}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
