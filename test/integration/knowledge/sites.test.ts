import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { Document } from '#contract/knowledge/documents';
import { CONFIRMATION_FILE, CONFIRMATION_TAG, type Site } from '#contract/knowledge/sites';
import { sharedCloud } from '#test/helpers/cloud';
import { newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';
import { operatorTable } from '../table';

const cloud = sharedCloud();

interface Answer {
  readonly body: string;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A website on a host that the local stage lets addresses of users lead to. */
async function website() {
  const pages = new Map<string, Answer>();
  const calls: { readonly path: string; readonly known: boolean }[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(path);
    const etag = `"${createHash('sha256')
      .update(page?.body ?? '')
      .digest('hex')
      .slice(0, 12)}"`;
    const known = request.headers['if-none-match'] !== undefined;
    calls.push({ path, known });
    if (!page) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    response
      .writeHead(page.status ?? 200, {
        'content-type': page.type ?? 'text/html; charset=utf-8',
        etag,
        ...page.headers,
      })
      .end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://customer.localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    calls,
    set: (path: string, answer: string | Answer) =>
      pages.set(path, typeof answer === 'string' ? { body: answer } : answer),
    drop: (path: string) => pages.delete(path),
    list: (...paths: readonly string[]) =>
      pages.set('/sitemap.xml', {
        type: 'application/xml',
        body: `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Website = Awaited<ReturnType<typeof website>>;

const page = (title: string, text: string, more = '') =>
  `<html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>
  <main><h1>${title}</h1><p>${text}</p>${more}</main><footer>Imprint of the shop</footer></body></html>`;

const sites: Website[] = [];
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Reader', deploy: true } });
});
afterAll(() => Promise.all(sites.map((site) => site.close())));

async function newWebsite(): Promise<Website> {
  const site = await website();
  sites.push(site);
  return site;
}

/** Pages are taken in one after the other: seconds here, a minute on a slow machine. */
const PATIENCE = 120_000;
const TEST_MS = 2 * PATIENCE;

const ended = (user: TestUser, site: Pick<Site, 'id' | 'botId'>, before?: string): Promise<Site> =>
  waitFor('the website to be read', () => readSince(user, site, before), PATIENCE);

/** The website, once it was read after `before`. */
async function readSince(
  user: TestUser,
  { id, botId }: Pick<Site, 'id' | 'botId'>,
  before?: string,
): Promise<Site | undefined> {
  const { items } = await ok(user, 'listSites', { path: { botId } });
  const site = items.find((item) => item.id === id);
  const isNew = site?.lastResult?.at !== before || site?.problem;
  return site?.state === 'idle' && isNew ? site : undefined;
}

const documentsOf = (user: TestUser, botId: string): Promise<readonly Document[]> =>
  waitFor(
    'the pages to be taken in',
    async () => {
      const { items } = await ok(user, 'listDocuments', { path: { botId } });
      const isDone = items.every(({ status }) => status === 'success' || status === 'failed');
      return isDone ? items : undefined;
    },
    PATIENCE,
  );

test(
  'a website is read once its owner has confirmed it, follows what changes there, and goes when it is removed',
  async () => {
    const web = await newWebsite();
    web.set('/', page('Birkenhof', 'We make tents and rucksacks in the Black Forest.'));
    web.set(
      '/delivery',
      page('Delivery', 'A parcel to Austria takes three working days and costs nine euros.'),
    );
    web.set('/returns', page('Returns', 'You may send unused things back within thirty days.'));
    web.list('/', '/delivery', '/returns', '/gone');
    const path = { botId: bot.id };
    const added = await ok(owner, 'addSite', { path, body: { url: `${web.origin}/#top`, schedule: 'off' } });
    expect(added).toMatchObject({ url: `${web.origin}/`, origin: web.origin, state: 'unconfirmed' });
    const its = { ...path, siteId: added.id };
    await refused(owner, 'syncSite', 'site.unconfirmed', { path: its });
    await refused(owner, 'addSite', 'site.known', { path, body: { url: web.origin } });

    // Neither another's token, nor what a visitor could have written, nor a page instead of the file confirms.
    expect(await ok(owner, 'confirmSite', { path: its })).toMatchObject({ problem: 'nothing_found' });
    web.set(CONFIRMATION_FILE, `<html><body>${added.token}</body></html>`);
    web.set('/', page('Birkenhof', `<meta name="${CONFIRMATION_TAG}" content="${added.token}">`));
    expect(await ok(owner, 'confirmSite', { path: its })).toMatchObject({ problem: 'nothing_found' });
    web.set(CONFIRMATION_FILE, { type: 'text/plain', body: `parley-${'x'.repeat(43)}` });
    expect(await ok(owner, 'confirmSite', { path: its })).toMatchObject({ problem: 'other_token' });
    expect(web.calls.map((call) => call.path)).not.toContain('/delivery');
    web.set('/', page('Birkenhof', 'We make tents and rucksacks in the Black Forest.'));
    web.set(CONFIRMATION_FILE, { type: 'text/plain', body: `${added.token}\n` });
    const confirmed = await ok(owner, 'confirmSite', { path: its });
    expect(confirmed).toMatchObject({ problem: null, site: { state: 'syncing' } });

    const read = await ended(owner, added);
    expect(read).toMatchObject({ problem: null, lastResult: { added: 3, failed: 0, removed: 0 } });
    const documents = await documentsOf(owner, bot.id);
    expect(documents.map(({ url, status, title, format }) => ({ url, status, title, format }))).toEqual(
      expect.arrayContaining([
        { url: `${web.origin}/delivery`, status: 'success', title: 'Delivery', format: 'html' },
      ]),
    );
    const delivery = documents.find(({ title }) => title === 'Delivery');
    if (!delivery) throw new Error('There is no document of the page.');
    await refused(owner, 'registerVersion', 'document.not_replaceable', {
      path: { ...path, documentId: delivery.id },
      body: { fileName: 'a.txt', size: 5 },
    });

    const visitor = await openVisitor(cloud, bot.widgetId);
    const answer = await visitor.ask('What does a parcel to Austria cost?');
    expect(answer.message.text).toContain('nine euros');
    expect(answer.message.citations).toMatchObject([{ title: 'Delivery', documentId: delivery.id }]);
    expect(
      await visitor.api.call('openSource', {
        path: { widgetId: bot.widgetId, documentId: delivery.id },
      }),
    ).toMatchObject({ url: `${web.origin}/delivery` });
    await visitor.close();

    // Nothing has changed, and the website can say so.
    web.calls.length = 0;
    await ok(owner, 'syncSite', { path: its });
    const again = await ended(owner, added, read.lastResult?.at);
    expect(again.lastResult).toMatchObject({ added: 0, changed: 0, unchanged: 3, removed: 0 });
    expect(web.calls.filter((call) => call.path === '/delivery')).toEqual([
      { path: '/delivery', known: true },
    ]);
    expect((await documentsOf(owner, bot.id)).map(({ id }) => id).sort()).toEqual(
      documents.map(({ id }) => id).sort(),
    );

    // One page says something else, one changes around what it says, one is gone, one is new.
    web.set('/delivery', page('Delivery', 'A parcel to Austria costs eleven euros.'));
    web.set(
      '/',
      `<!-- ${Date.now()} -->${page('Birkenhof', 'We make tents and rucksacks in the Black Forest.')}`,
    );
    web.drop('/returns');
    web.set('/lending', page('Lending', 'Tents are lent from Friday to Monday for thirty-eight euros.'));
    web.list('/', '/delivery', '/returns', '/lending');
    await ok(owner, 'syncSite', { path: its });
    const third = await ended(owner, added, again.lastResult?.at);
    expect(third.lastResult).toMatchObject({ added: 1, changed: 1, unchanged: 1, removed: 1 });
    const titles = await waitFor('the new version', async () => {
      const now = await documentsOf(owner, bot.id);
      return now.some(({ id }) => id === delivery.id) ? undefined : now.map(({ title }) => title).sort();
    });
    expect(titles).toEqual(['Birkenhof', 'Delivery', 'Lending']);
    const found = await ok(owner, 'tryRetrieval', {
      path,
      body: { question: 'What costs a parcel to Austria?' },
    });
    expect(found.passages[0]?.text).toContain('eleven euros');

    // What a person deletes among the documents stays away, until they want it back.
    const lending = (await documentsOf(owner, bot.id)).find(({ title }) => title === 'Lending');
    await ok(owner, 'deleteDocument', { path: { ...path, documentId: lending?.id ?? '' } });
    await ok(owner, 'syncSite', { path: its });
    await ended(owner, added, third.lastResult?.at);
    const pages = (await ok(owner, 'listSitePages', { path: its })).items;
    const left = pages.find(({ url }) => url.endsWith('/lending'));
    expect(pages.map(({ url, status }) => `${new URL(url).pathname} ${status}`)).toEqual([
      '/ ready',
      '/delivery ready',
      '/lending left_out',
    ]);
    const pageId = left?.id ?? '';
    await ok(owner, 'updateSitePage', { path: { ...its, pageId }, body: { included: true } });
    await waitFor('the page to be back', async () =>
      (await documentsOf(owner, bot.id)).some(({ title }) => title === 'Lending') ? true : undefined,
    );
    await refused(owner, 'updateSitePage', 'site.page_not_found', {
      path: { ...its, pageId: 'other' },
      body: { included: true },
    });

    await ok(owner, 'removeSite', { path: its });
    await waitFor('the website to be gone', async () =>
      (await ok(owner, 'listSites', { path })).items.length === 0 ? true : undefined,
    );
    await ok(owner, 'removeSite', { path: its });
    expect((await ok(owner, 'listDocuments', { path })).items).toEqual([]);
    await refused(owner, 'listSitePages', 'site.not_found', { path: its });
  },
  TEST_MS,
);

test(
  'without a sitemap links are followed, and each page that gives nothing says why',
  async () => {
    const user = await newUser(cloud);
    const { id: botId } = await ok(user, 'createBot', { body: { name: 'Follower' } });
    const web = await newWebsite();
    const link = (to: string) => `<a href="${to}">${to}</a> `;
    web.set('/robots.txt', { type: 'text/plain', body: 'User-agent: ParleyBot\nDisallow: /help/secret' });
    web.set(
      '/help/',
      page(
        'Help',
        'Everything that we are asked.',
        ['a', 'secret', 'hidden', 'file', 'far', 'inside', 'alias', 'empty', 'old', '../other', 'a?page=2']
          .map(link)
          .join(''),
      ),
    );
    web.set('/help/a', page('A', 'The first page says something of its own.', link('/help/b')));
    web.set('/help/b', { type: 'text/html; charset=iso-8859-1', body: page('B', 'The second page.') });
    web.set('/help/secret', page('Secret', 'Not for robots.'));
    web.set('/help/hidden', {
      body: page('Hidden', 'Not for search.'),
      headers: { 'x-robots-tag': 'noindex' },
    });
    web.set('/help/file', { type: 'application/zip', body: 'PK' });
    web.set('/help/far', { status: 302, body: '', headers: { location: 'https://127.0.0.1/' } });
    web.set('/help/inside', { status: 301, body: '', headers: { location: '/help/a' } });
    web.set(
      '/help/alias',
      page('Alias', 'The same page.').replace('</head>', '<link rel="canonical" href="/help/b"></head>'),
    );
    web.set('/help/empty', '<html><body><div id="root"></div><script src="/app.js"></script></body></html>');
    web.set('/help/old', { status: 500, body: 'broken' });
    web.set('/other', page('Other', 'Not under the address.'));
    const site = await ok(user, 'addSite', { path: { botId }, body: { url: `${web.origin}/help/` } });
    web.set('/', `<html><head><meta name="${CONFIRMATION_TAG}" content="${site.token}"></head></html>`);
    const path = { botId, siteId: site.id };
    expect((await ok(user, 'confirmSite', { path })).problem).toBeNull();
    expect(await ended(user, site)).toMatchObject({ problem: null, lastResult: { added: 3, failed: 6 } });
    await documentsOf(user, botId);
    const { items } = await ok(user, 'listSitePages', { path });
    const seen = items.map(
      ({ url, status, problem }) => `${url.slice(web.origin.length)} ${problem ?? status}`,
    );
    expect(seen).toEqual([
      '/help/ ready',
      '/help/a ready',
      '/help/b ready',
      '/help/empty no_text',
      '/help/far address_refused',
      '/help/file no_page',
      '/help/hidden noindex',
      '/help/old status',
      '/help/secret robots',
    ]);
    expect(web.calls.map((call) => call.path)).not.toContain('/help/secret');

    // While the website can't say what it allows, nothing is read, and nothing is lost.
    web.set('/robots.txt', { status: 503, body: '' });
    await ok(user, 'syncSite', { path });
    const failed = await waitFor('the synchronisation', async () => {
      const [one] = (await ok(user, 'listSites', { path: { botId } })).items;
      return one?.problem === 'robots_unreachable' ? one : undefined;
    });
    expect(failed.state).toBe('idle');
    expect(await documentsOf(user, botId)).toHaveLength(3);
  },
  TEST_MS,
);

test(
  'what is due is read by the schedule of the stage, once',
  async () => {
    const user = await newUser(cloud);
    const { id: botId } = await ok(user, 'createBot', { body: { name: 'Daily' } });
    const web = await newWebsite();
    web.set('/news', page('News', 'The shop is closed on the first of May.'));
    const body = { url: `${web.origin}/news`, scope: 'page', schedule: 'daily' };
    const site = await ok(user, 'addSite', { path: { botId }, body });
    const path = { botId, siteId: site.id };
    web.set(CONFIRMATION_FILE, { type: 'text/plain', body: site.token });
    await ok(user, 'confirmSite', { path });
    const first = await ended(user, site);
    expect(first.nextSyncAt).not.toBeNull();
    await documentsOf(user, botId);
    web.set('/news', page('News', 'The shop is closed in August.'));

    const table = operatorTable(cloud);
    const key = { pk: `ACCOUNT#${user.accountId}#BOT#${botId}#SITES`, sk: `SITE#${site.id}` };
    // Later than the run before: one that is due from an earlier time begins nothing.
    const due = new Date().toISOString();
    await table.set(key, 'nextSyncAt', due);
    await table.set(key, 'gsi1sk', `${due}#${user.accountId}#${botId}#${site.id}`);
    // As the rule of EventBridge does: again and again, since its index may not yet show what is due; and twice, as it may.
    const second = await waitFor(
      'the synchronisation that was due',
      async () => {
        for (let times = 0; times < 2; times += 1) await sendTo(cloud, /Sites.*Queue/, { kind: 'due' });
        return readSince(user, site, first.lastResult?.at);
      },
      PATIENCE,
    );
    expect(second).toMatchObject({ lastResult: { changed: 1 }, problem: null });
    expect(Date.parse(second.nextSyncAt ?? '')).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);

    const off = await ok(user, 'updateSite', { path, body: { schedule: 'off' } });
    expect(off).toMatchObject({ schedule: 'off', nextSyncAt: null });
  },
  TEST_MS,
);

test(
  'pages beyond the plan are left, and say so',
  async () => {
    const user = await newUser(cloud);
    const { id: botId } = await ok(user, 'createBot', { body: { name: 'Full' } });
    const web = await newWebsite();
    const paths = Array.from({ length: 12 }, (_, index) => `/page-${String(index).padStart(2, '0')}`);
    for (const path of paths) web.set(path, page(`Page ${path}`, `This page speaks of ${path} alone.`));
    web.set('/', page('Start', 'Where it begins.'));
    web.list(...paths);
    const site = await ok(user, 'addSite', { path: { botId }, body: { url: web.origin } });
    web.set(CONFIRMATION_FILE, { type: 'text/plain', body: site.token });
    await ok(user, 'confirmSite', { path: { botId, siteId: site.id } });
    const read = await ended(user, site);
    expect(read).toMatchObject({ problem: 'plan_full', lastResult: { added: 10, failed: 3 } });
    expect(await documentsOf(user, botId)).toHaveLength(10);
    const { items } = await ok(user, 'listSitePages', { path: { botId, siteId: site.id } });
    expect(items.filter(({ problem }) => problem === 'plan_full')).toHaveLength(3);
  },
  TEST_MS,
);

test(
  'addresses that make no sense are refused, and the sixth website',
  async () => {
    const user = await newUser(cloud);
    const { id: botId } = await ok(user, 'createBot', { body: { name: 'Strict' } });
    const path = { botId };
    for (const url of [
      '',
      'http://example.com/',
      'https://169.254.169.254/latest/',
      'https://user:secret@example.com/',
      'https://example.com:8443/',
      'ftp://example.com/',
    ]) {
      const { fields } = await refused(user, 'addSite', 'request.invalid', { path, body: { url } });
      expect(Object.keys(fields ?? {}), url).toEqual(['url']);
    }
    for (let count = 1; count <= 5; count += 1)
      expect((await ok(user, 'addSite', { path, body: { url: `example.com/section-${count}` } })).url).toBe(
        `https://example.com/section-${count}`,
      );
    await refused(user, 'addSite', 'site.too_many', { path, body: { url: 'https://example.com/more' } });
    await refused(user, 'syncSite', 'site.not_found', { path: { ...path, siteId: 'other' } });
    const [first] = (await ok(user, 'listSites', { path })).items;
    const stranger = await newUser(cloud);
    await refused(stranger, 'confirmSite', 'bot.not_found', { path: { ...path, siteId: first?.id ?? '' } });
  },
  TEST_MS,
);
