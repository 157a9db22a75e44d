import { type HttpRequest, type HttpResponse, header, textResponse } from '../http';
import type { Inbox, Mail } from '../services/ses/mail';
import { asset, languageOf, notFound, page } from './html';
import { mailBody } from './inbox/body';
import { inboxPage } from './inbox/page';

/**
 * The inbox of every address there is: pages for people and JSON for tests.
 *
 * `GET /api/messages?to=` lists, `GET /api/messages/{id}` gives one mail whole, `DELETE /api/messages` empties.
 */
export function inboxSite(inbox: Inbox): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    const query = new URLSearchParams(request.query);
    const to = query.get('to')?.trim() || undefined;
    const filter = to === undefined ? {} : { to };
    const [, area, id, part, number] =
      /^\/(?:(messages|api\/messages)(?:\/([^/]+)(?:\/(body|attachments)(?:\/(\d+))?)?)?)?$/.exec(
        request.path,
      ) ?? [];
    const reads = request.method === 'GET' || request.method === 'HEAD';

    if (area === 'api/messages' && part === undefined) {
      if (id === undefined && request.method === 'DELETE') {
        inbox.clear();
        return { status: 204, headers: [], body: Buffer.alloc(0) };
      }
      if (!reads) return notFound();
      if (id === undefined) return json({ items: inbox.listMails(filter) });
      const mail = inbox.getMail(id);
      return mail ? json(withoutContent(mail)) : notFound();
    }
    if (request.path === '/delete' && request.method === 'POST') {
      // A page of another origin can post a form here, too.
      if (header(request.headers, 'origin') !== `http://${header(request.headers, 'host')}`)
        return notFound();
      inbox.clear();
      return { status: 303, headers: [['location', '/']], body: Buffer.alloc(0) };
    }
    if (!reads) return notFound();
    if (request.path === '/inbox.css')
      return asset(new URL('./inbox/inbox.css', import.meta.url), 'text/css');
    if (request.path === '/inbox.js') {
      return asset(new URL('./inbox/inbox.js', import.meta.url), 'text/javascript');
    }

    const mail = id === undefined ? undefined : inbox.getMail(id);
    if (request.path !== '/' && !mail) return notFound();
    if (mail && part === 'body') return mailBody(mail);
    if (mail && part === 'attachments') return attachment(mail, Number(number));
    const list = inbox.listMails(filter);
    const text = query.get('view') === 'text';
    return page(inboxPage(languageOf(request), { list, to, mail, text }), [
      [
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ],
    ]);
  };
}

function json(value: unknown): HttpResponse {
  return textResponse(200, JSON.stringify(value), [
    ['content-type', 'application/json'],
    ['cache-control', 'no-store'],
  ]);
}

function withoutContent(mail: Mail): unknown {
  const attachments = mail.attachments.map(({ content, ...rest }, at) => ({
    ...rest,
    size: content.byteLength,
    path: `/messages/${mail.id}/attachments/${at}`,
  }));
  return { ...mail, attachments };
}

function attachment(mail: Mail, at: number): HttpResponse {
  const found = mail.attachments[at];
  if (!found) return notFound();
  const name = encodeURIComponent(found.fileName);
  return {
    status: 200,
    headers: [
      ['content-type', 'application/octet-stream'],
      ['content-disposition', `attachment; filename*=UTF-8''${name}`],
      ['content-length', String(found.content.byteLength)],
      ['x-content-type-options', 'nosniff'],
    ],
    body: found.content,
  };
}
