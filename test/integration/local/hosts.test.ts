import { connect } from 'node:http2';
import { createConnection, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openPort, type Port } from '#infra/local/hosts/port';
import type { Hosts } from '#infra/local/hosts/router';
import type { Inbox, Mail } from '#infra/local/services/ses/mail';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Hosted, serveHosts } from './gateway-hosts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

describe('the port', () => {
  const echo: Hosts = {
    request(incoming, outgoing) {
      outgoing.statusCode = 200;
      outgoing.end(`${incoming.httpVersion} ${incoming.method} ${incoming.url}`);
    },
    upgrade(_message, socket) {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello');
    },
  };
  const listen = async (number = 0): Promise<Port> => {
    const port = await openPort(number, echo);
    open.push({ stop: () => port.close() });
    return port;
  };

  it('answers on both families', async () => {
    const { port } = await listen();
    for (const host of ['127.0.0.1', '[::1]']) {
      expect(await (await fetch(`http://${host}:${port}/a`)).text()).toBe('1.1 GET /a');
    }
  });

  it('speaks HTTP/2 with prior knowledge', async () => {
    const { port } = await listen();
    const session = connect(`http://127.0.0.1:${port}`);
    const stream = session.request({ ':method': 'POST', ':path': '/model' });
    stream.end('body');
    let text = '';
    for await (const chunk of stream) text += chunk;
    session.close();
    expect(text).toBe('2.0 POST /model');
  });

  it.each([
    ['HTTP/1.1', 'PUT /p HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '1.1 PUT /p'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 'hello'],
  ])('tells %s apart though its bytes come one by one', async (_name, sent, expected) => {
    const { port } = await listen();
    const socket = createConnection(port, '127.0.0.1');
    socket.setNoDelay(true);
    for (const byte of sent) {
      socket.write(byte);
      await new Promise(setImmediate);
    }
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toContain(expected);
  });

  it('says that it is taken', async () => {
    const { port } = await listen();
    await expect(openPort(port, echo)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  });

  it('says that it is taken on one family alone, and leaves the other free', async () => {
    const other = createServer();
    const port = await new Promise<number>((listening) => {
      other.listen({ host: '::1', port: 0 }, () => listening((other.address() as { port: number }).port));
    });
    open.push({ stop: () => new Promise((closed) => other.close(closed)) });
    await expect(openPort(port, echo)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('ends open connections when it closes', async () => {
    const port = await openPort(0, echo);
    const idle = createConnection(port.port, '127.0.0.1');
    const ended = new Promise((closed) => idle.once('close', closed));
    idle.on('error', () => {});
    await new Promise((connected) => idle.once('connect', connected));
    await port.close();
    await ended;
  });
});

const MAIL: Mail = {
  id: 'm2',
  receivedAt: '2026-03-01T10:00:00.000Z',
  from: 'Parley <hello@parley.example>',
  to: ['ada@example.com'],
  cc: [],
  bcc: [],
  replyTo: [],
  headers: [],
  subject: 'Confirm <b>you</b>',
  text: 'Open http://app.localhost:4000/confirm#code=1. Thanks & bye',
  html: '<p>Hello <img src="cid:logo"><a href="http://app.localhost:4000/confirm#code=1">Confirm</a><script>alert(1)</script></p>',
  attachments: [
    { fileName: 'lögo.png', contentType: 'image/png', contentId: 'logo', content: Buffer.from([1, 2]) },
  ],
};

describe('the inbox', () => {
  let mails: Mail[];

  async function serve(): Promise<Hosted> {
    const folder = temporaryFolder();
    mails = [
      MAIL,
      { ...MAIL, id: 'm1', to: ['bob@example.com'], subject: 'Other', html: null, attachments: [] },
    ];
    const inbox: Inbox = {
      listMails: ({ to } = {}) => mails.filter((mail) => to === undefined || mail.to.includes(to)),
      getMail: (id) => mails.find((mail) => mail.id === id),
      clear: () => {
        mails = [];
      },
    };
    const hosted = await serveHosts({ directory: folder, inbox });
    open.push(hosted);
    return hosted;
  }
  const mail = 'mail.localhost';

  it('lists, finds by recipient, opens and empties as JSON', async () => {
    const hosted = await serve();
    const ids = async (query: string) =>
      ((await hosted.send(mail, `/api/messages${query}`)).json() as { items: { id: string }[] }).items.map(
        ({ id }) => id,
      );
    expect(await ids('')).toEqual(['m2', 'm1']);
    expect(await ids('?to=bob%40example.com')).toEqual(['m1']);
    expect((await hosted.send(mail, '/api/messages/m2')).json()).toMatchObject({
      subject: MAIL.subject,
      html: MAIL.html,
      attachments: [{ fileName: 'lögo.png', size: 2, path: '/messages/m2/attachments/0' }],
    });
    expect((await hosted.send(mail, '/api/messages/none')).status).toBe(404);
    expect((await hosted.send(mail, '/api/messages', { method: 'DELETE' })).status).toBe(204);
    expect(await ids('')).toEqual([]);
  });

  it('shows nothing of a mail as markup of its own', async () => {
    const hosted = await serve();
    const page = await hosted.send(mail, '/messages/m2');
    expect(page.text).not.toContain('<b>you</b>');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.text).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  });

  it('shows the designed mail where nothing can run, links in tabs of their own and images in place', async () => {
    const hosted = await serve();
    const body = await hosted.send(mail, '/messages/m2/body');
    expect(body.headers['content-security-policy']).toMatch(/^sandbox allow-popups/);
    expect(body.headers['content-security-policy']).not.toContain('script-src');
    expect(body.text).toContain('<base target="_blank">');
    expect(body.text).toContain('src="data:image/png;base64,AQI="');
  });

  it('makes addresses in plain text links, without the full stop behind them', async () => {
    const hosted = await serve();
    const page = await hosted.send(mail, '/messages/m2?view=text');
    expect(page.text).toMatch(
      /href="http:\/\/app\.localhost:4000\/confirm#code=1" target="_blank"[^>]*>[^<]+<\/a>\. Thanks/,
    );
  });

  it('gives attachments as files', async () => {
    const hosted = await serve();
    const file = await hosted.send(mail, '/messages/m2/attachments/0');
    expect([...file.body]).toEqual([1, 2]);
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''l%C3%B6go.png");
    expect(file.headers['content-type']).toBe('application/octet-stream');
    expect((await hosted.send(mail, '/messages/m2/attachments/1')).status).toBe(404);
  });

  it('is emptied by its own page only', async () => {
    const hosted = await serve();
    const remove = (origin: string) =>
      hosted.send(mail, '/delete', { method: 'POST', headers: { origin }, body: '' });
    expect((await remove('http://evil.example')).status).toBe(404);
    expect(mails).toHaveLength(2);
    expect((await remove(`http://${mail}:${hosted.port}`)).status).toBe(303);
    expect(mails).toHaveLength(0);
  });

  it('speaks the language of its reader', async () => {
    const hosted = await serve();
    const title = async (language: string) =>
      /<title>(.*)<\/title>/.exec(
        (await hosted.send(mail, '/', { headers: { 'accept-language': language } })).text,
      )?.[1];
    expect(await title('de-CH,de;q=0.9,en;q=0.5')).toBe('Posteingang');
    expect(await title('fr, de;q=0.2, en;q=0.8')).toBe('Inbox');
    expect(await title('fr')).toBe('Inbox');
  });
});

describe("the example customer's website", () => {
  const customer = 'customer.localhost';

  async function serve(): Promise<Hosted> {
    const folder = temporaryFolder();
    const hosted = await serveHosts({ directory: folder });
    open.push(hosted);
    return hosted;
  }

  it("embeds the bot that is named, from the app's own origin", async () => {
    const hosted = await serve();
    const { text } = await hosted.send(customer, '/?widget=a1b2c3d4&company-name=A%22%3E&unknown=x');
    expect(text).toContain(
      `<script src="http://app.localhost:${hosted.port}/widget.js" data-widget-id="a1b2c3d4" data-company-name="A&#34;&#62;" defer></script>`,
    );
  });

  it('asks for a bot when none is named, and takes the embed code', async () => {
    const hosted = await serve();
    const plain = await hosted.send(customer, '/');
    expect(plain.text).not.toContain('<script');
    expect(plain.text).toContain('name="embed"');
    expect(plain.headers['set-cookie']).toBeUndefined();
    const code = '<script src="x" data-widget-id="a1b2c3d4" data-position="top-left"></script>';
    const pasted = await hosted.send(customer, `/?${new URLSearchParams({ embed: code })}`);
    expect([pasted.status, pasted.headers.location]).toEqual([303, '/?widget=a1b2c3d4&position=top-left']);
    const wrong = await hosted.send(customer, '/?embed=%3Cb%3E');
    expect(wrong.text).toContain('aria-invalid="true"');
    expect(wrong.text).not.toContain('<b>');
  });

  it('has a variant under a strict content security policy', async () => {
    const hosted = await serve();
    const app = `app.localhost:${hosted.port}`;
    const { headers } = await hosted.send(customer, '/strict?widget=a1b2c3d4');
    expect(headers['content-security-policy']).toContain(`script-src http://${app};`);
    expect(headers['content-security-policy']).toContain(
      `connect-src http://${app} ws://${app} http://127.0.0.1:${hosted.port};`,
    );
    expect(headers['content-security-policy']).toContain(`img-src 'self' http://${app};`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(
      (await hosted.send(customer, '/?widget=a1b2c3d4')).headers['content-security-policy'],
    ).toBeUndefined();
  });

  it('lists its pages for robots, each of which is there and can say that nothing has changed', async () => {
    const hosted = await serve();
    const robots = await hosted.send(customer, '/robots.txt');
    const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots.text) ?? [];
    const { text } = await hosted.send(customer, new URL(sitemap).pathname);
    const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page));
    expect(pages.length).toBeGreaterThan(3);
    for (const { pathname } of pages) {
      const page = await hosted.send(customer, pathname);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const { etag } = page.headers;
      if (etag === undefined) continue;
      const again = await hosted.send(customer, pathname, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect((await hosted.send(customer, '/help')).status).toBe(404);
  });

  it('shows what its owner gives it as a file and in the head of its pages, as words alone', async () => {
    const hosted = await serve();
    const file = '/.well-known/parley-site-confirmation.txt';
    expect((await hosted.send(customer, file)).status).toBe(404);
    const kept = await hosted.send(customer, '/owner', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: 'parley-abc_1"><script>' }).toString(),
    });
    expect([kept.status, kept.headers.location]).toEqual([303, '/owner']);
    const shown = await hosted.send(customer, file);
    expect([shown.headers['content-type'], shown.text]).toEqual([
      'text/plain; charset=utf-8',
      'parley-abc_1script\n',
    ]);
    const tag = '<meta name="parley-site-confirmation" content="parley-abc_1script">';
    for (const path of ['/', '/help/delivery', '/hilfe/lieferung'])
      expect((await hosted.send(customer, path)).text).toContain(tag);
  });
});
