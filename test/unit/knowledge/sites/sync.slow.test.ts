import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SiteId } from '#contract/base/ids';
import { confirmationRecord } from '#contract/knowledge/sites';
import { loadAccount } from '#core/accounts/plan';
import { listDocuments } from '#core/knowledge/documents/documents';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import { linkToOriginal } from '#core/knowledge/documents/original';
import { updateDocument } from '#core/knowledge/documents/update-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { confirmSite } from '#core/knowledge/sites/confirm';
import { OwnershipEntity } from '#core/knowledge/sites/entity';
import type { SiteJob } from '#core/knowledge/sites/jobs';
import {
  addSite,
  listSitePages,
  listSites,
  removeSite,
  syncSite,
  updateSite,
} from '#core/knowledge/sites/sites';
import { runSiteJob } from '#core/knowledge/sites/sync-site';
import { UnreadableDocument } from '#core/reading/unreadable';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps, startBot, withBuckets } from '../setup';

const buckets = withBuckets();
let owner: Awaited<ReturnType<typeof startBot>>;
let server: Server;
let origin: string;
let pages: Map<string, string>;
let jobs: SiteJob[];
let uploads: IngestJob[];
/** Called before each answer. */
let onCall: (path: string) => Promise<void> | void;

withLocalTable();
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    try {
      await onCall(path);
    } catch {
      return response.writeHead(503).end();
    }
    const page = pages.get(path);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://shop.localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  jobs = [];
  uploads = [];
  onCall = () => {};
  process.env.SITES_QUEUE_URL = 'https://sqs.eu-central-1.amazonaws.com/000000000000/sites';
  const queues = mockClient(SQSClient);
  queues.on(SendMessageCommand).callsFake(({ QueueUrl, MessageBody }) => {
    if (QueueUrl.endsWith('/sites')) jobs.push(JSON.parse(MessageBody));
    if (QueueUrl.endsWith('/work')) uploads.push(JSON.parse(MessageBody));
    return {};
  });
  owner = await startBot('professional');
  pages = new Map(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [
      `/${name}`,
      `<main><h1>${name}</h1><p>About ${name}.</p></main>`,
    ]),
  );
  pages.set(
    '/',
    `<main><p>Start</p>${[...pages.keys()].map((path) => `<a href="${path}">.</a>`).join('')}</main>`,
  );
  return () => queues.restore();
});

const deps = { clock, textRecords: async () => [], guard: { privateHosts: ['shop.localhost'] } };
const plenty = { isLast: false, remainingTime: () => 300_000 };

async function confirmed(url = origin) {
  const site = await addSite(deps, owner.actor, owner.botId, { url, scope: 'site', schedule: 'off' });
  await OwnershipEntity.build(UpdateItemCommand)
    .item({ accountId: owner.actor.accountId, origin, token: site.token, confirmedAt: site.createdAt })
    .send();
  const ref = { botId: owner.botId, siteId: SiteId.parse(site.id) };
  pages.set('/.well-known/parley-site-confirmation.txt', 'none');
  const [meta] = [`<html><head><meta name="parley-site-confirmation" content="${site.token}"></head>`];
  pages.set('/', `${meta}<body>${pages.get('/')}</body></html>`);
  await confirmSite(deps, owner.actor, ref);
  const [job] = jobs.splice(0);
  if (!job) throw new Error('Nothing was queued.');
  return { ref, job };
}

const documents = async () => (await listDocuments(owner.actor, owner.botId, { limit: 50 })).items;
const state = async () => (await listSites(owner.actor, owner.botId)).items[0];

/** A page of its own that is read and then changes: what it says, what its website is read for, and what is made of it. */
async function changingPage() {
  const show = (title: string, text: string) =>
    void pages.set(
      '/a',
      `<html><head><title>${title}</title></head><body><main><p>${text}</p></main></body></html>`,
    );
  show('Tents', 'They are green.');
  const { job, ref } = await confirmed(`${origin}/a`);
  const ingest = async (ingesting = ingestDeps()) => {
    for (const upload of uploads.splice(0)) await ingestDocument(ingesting, upload, delivery());
  };
  const sync = async (title: string, text: string) => {
    show(title, text);
    await syncSite(clock, owner.actor, ref);
    const queued = jobs.splice(0);
    expect(queued).toHaveLength(1);
    for (const next of queued) await runSiteJob(deps, next, plenty);
  };
  const entitle = async (title: string) => {
    const answering = (await documents()).find(({ status }) => status === 'success');
    if (!answering) throw new Error('No document answers.');
    await updateDocument(clock, owner.actor, { botId: owner.botId, documentId: answering.id }, { title });
  };
  const titles = async () => (await documents()).map((document) => document.title);
  await runSiteJob(deps, job, plenty);
  await ingest();
  return { ref, ingest, sync, entitle, titles };
}

describe('a confirmation by a record of its domain', () => {
  it('holds for the name below the host, and counts where the website itself does not answer', async () => {
    const asked: string[] = [];
    let records: string[] = [];
    const unknown = async () => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    };
    const domain = {
      clock,
      guard: { privateHosts: [], resolve: unknown },
      textRecords: async (name: string) => {
        asked.push(name);
        return records;
      },
    };
    const input = { url: 'https://shop.example/help', scope: 'site', schedule: 'off' } as const;
    const site = await addSite(domain, owner.actor, owner.botId, input);
    const confirm = () =>
      confirmSite(domain, owner.actor, { botId: owner.botId, siteId: SiteId.parse(site.id) });
    expect(await confirm()).toMatchObject({ problem: 'host_not_found', site: { state: 'unconfirmed' } });
    records = ['v=spf1 -all', `parley-${'x'.repeat(43)}`];
    expect(await confirm()).toMatchObject({ problem: 'other_token', site: { state: 'unconfirmed' } });
    records.push(site.token);
    expect(await confirm()).toMatchObject({ problem: null, site: { state: 'syncing' } });
    expect(new Set(asked)).toEqual(new Set(['_parley-site-confirmation.shop.example']));
  });

  it.each([
    ['https://www.example.com', '_parley-site-confirmation.www.example.com'],
    ['https://example.com.', '_parley-site-confirmation.example.com'],
    ['https://8.8.8.8', null],
    ['https://[2606:4700:4700::1111]', null],
    ['http://localhost:4000', null],
    ['http://customer.localhost:4000', null],
  ])('of %s has the name %s', (origin, name) => expect(confirmationRecord(origin)).toBe(name));
});

describe('a synchronisation', () => {
  it('that goes on is not begun a second time', async () => {
    const { ref } = await confirmed();
    await expectRefusal(syncSite(clock, owner.actor, ref), 'site.busy');
  });

  it('goes on with another message where its time ran out, and looks at each page once', async () => {
    const { job } = await confirmed();
    const seen: string[] = [];
    onCall = (path) => void seen.push(path);
    let left = 2;
    const short = { isLast: false, remainingTime: () => (left-- > 0 ? 60_000 : 1_000) };
    await runSiteJob(deps, job, short);
    expect(jobs).toEqual([job]);
    expect(await state()).toMatchObject({ state: 'syncing' });
    await runSiteJob(deps, job, plenty);
    expect(await state()).toMatchObject({ state: 'idle', problem: null, lastResult: { added: 6 } });
    const counts = ['/a', '/b', '/c', '/d', '/e'].map((path) => seen.filter((one) => one === path).length);
    expect(counts).toEqual([1, 1, 1, 1, 1]);
    expect(await documents()).toHaveLength(6);
    // A message that comes again begins nothing.
    await runSiteJob(deps, job, plenty);
    expect(await documents()).toHaveLength(6);
    expect((await loadAccount(owner.actor.accountId)).documentCount).toBe(6);
  });

  it('that failed in between is done by the next delivery, with each page once', async () => {
    const { job } = await confirmed();
    let fails = 3;
    const put = buckets.s3.on(PutObjectCommand);
    put.callsFake(() => {
      if (fails-- > 0) throw new Error('S3 is busy.');
      return { VersionId: `v${fails}` };
    });
    await expect(runSiteJob(deps, job, plenty)).rejects.toThrow('S3 is busy.');
    for (let attempt = 0; attempt < 3; attempt += 1)
      await runSiteJob(deps, job, plenty).catch(() => undefined);
    expect(await state()).toMatchObject({ state: 'idle', lastResult: { added: 6, failed: 0 } });
    expect(await documents()).toHaveLength(6);
    expect((await loadAccount(owner.actor.accountId)).documentCount).toBe(6);
  });

  it('that fails at every delivery ends, and says so', async () => {
    const { job } = await confirmed();
    buckets.s3.on(PutObjectCommand).rejects(new Error('S3 is down.'));
    await expect(runSiteJob(deps, job, { ...plenty, isLast: true })).rejects.toThrow('S3 is down.');
    expect(await state()).toMatchObject({ state: 'idle', problem: 'internal' });
  });

  it('leaves nothing of a website that is removed meanwhile', async () => {
    const { job, ref } = await confirmed();
    onCall = async (path) => {
      if (path !== '/c') return;
      onCall = () => {};
      await removeSite(owner.actor, ref);
    };
    await runSiteJob(deps, job, plenty);
    const removal = jobs.find(({ kind }) => kind === 'remove');
    if (!removal) throw new Error('Nothing removes it.');
    await runSiteJob(deps, removal, plenty);
    expect(await documents()).toEqual([]);
    expect((await listSites(owner.actor, owner.botId)).items).toEqual([]);
    expect((await loadAccount(owner.actor.accountId)).documentCount).toBe(0);
    await runSiteJob(deps, job, plenty);
    expect(await documents()).toEqual([]);
  });

  it('keeps the title that a person gave a page when it changes, until it is the page’s own again', async () => {
    const { ref, ingest, sync, entitle, titles } = await changingPage();
    const change = async (title: string, text: string) => {
      await sync(title, text);
      await ingest();
      return titles();
    };
    expect(await change('Our tents', 'They are red.')).toEqual(['Our tents']);
    await entitle('All about tents');
    expect(await change('Tents 2027', 'They are blue.')).toEqual(['All about tents']);
    expect(await change('Tents 2028', 'They are grey.')).toEqual(['All about tents']);
    const [page] = (await listSitePages(owner.actor, ref)).items;
    expect(page?.title).toBe('Tents 2028');
    await entitle('Tents 2028');
    expect(await change('Tents 2029', 'They are white.')).toEqual(['Tents 2029']);
  });

  it('keeps the title that a person gives a page while a new version of it is fetched, or in work', async () => {
    const { ingest, sync, entitle, titles } = await changingPage();
    onCall = async (path) => {
      if (path === '/a') await entitle('While fetched');
    };
    await sync('Tents 2027', 'They are red.');
    onCall = () => {};
    await ingest();
    expect(await titles()).toEqual(['While fetched']);
    await sync('Tents 2028', 'They are blue.');
    await entitle('While in work');
    await ingest();
    expect(await titles()).toEqual(['While in work']);
    // Called again as it calls itself, which the new version does otherwise.
    await sync('Tents 2029', 'They are grey.');
    await entitle('Tents 2028');
    await ingest();
    expect(await titles()).toEqual(['Tents 2029']);
  });

  it('takes a changed page in as a new version: what cannot be read leaves the one before', async () => {
    const { ref, ingest, sync } = await changingPage();
    const [before] = await documents();
    if (!before) throw new Error('There was no document.');
    await sync('Tents', 'Something else.');
    const extract = async () => {
      throw new UnreadableDocument('took_too_long', 'test');
    };
    await ingest(ingestDeps({ extract }));
    const [page] = (await listSitePages(owner.actor, ref)).items;
    expect(page).toMatchObject({ status: 'ready', problem: 'took_too_long', documentId: before.id });
    // The next one replaces what answers, and clears what failed away.
    await sync('Tents', 'Third text.');
    await ingest();
    expect(await documents()).toMatchObject([{ status: 'success' }]);
    expect((await loadAccount(owner.actor.accountId)).documentCount).toBe(1);
    // What an answer cited before leads to the page still.
    const bot = { accountId: owner.actor.accountId, botId: owner.botId };
    expect(await linkToOriginal(clock, bot, before.id)).toMatchObject({
      url: `${origin}/a`,
      isReplaced: true,
    });
  });
});

describe('a website that is confirmed', () => {
  const DAY = 24 * 60 * 60 * 1000;

  /** At noon, so that one day stays one; a minute after the one before. */
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  let minutes = 0;
  const onDay = (days: number) => {
    minutes += 1;
    const at = noon + days * DAY + minutes * 60_000;
    return () => new Date(at);
  };

  /** Reads it on a later day, and says where it stands. */
  function readings(ref: Awaited<ReturnType<typeof confirmed>>['ref']) {
    return async (days: number) => {
      const at = onDay(days);
      await syncSite(at, owner.actor, ref);
      for (const job of jobs.splice(0)) await runSiteJob({ ...deps, clock: at }, job, plenty);
      return state();
    };
  }

  it('is read no more where its token is missing on three days; what is known of it stays', async () => {
    const { job, ref } = await confirmed();
    const read = readings(ref);
    await runSiteJob(deps, job, plenty);
    const shown = pages.get('/') ?? '';
    // Another's by now: who that is has pages, and nothing of ours.
    pages.set('/', shown.replace(/<meta[^>]*>/, ''));
    pages.set('/a', '<main><h1>a</h1><p>Of another owner.</p></main>');
    expect(await read(1)).toMatchObject({ state: 'idle', missingSince: expect.any(String) });
    // However often on one day.
    expect(await read(1)).toMatchObject({ state: 'idle' });
    expect(await read(1)).toMatchObject({ state: 'idle' });
    const second = await read(2);
    expect(second).toMatchObject({ state: 'idle', confirmedAt: expect.any(String) });
    const known = (await documents()).map(({ id }) => id);
    const calls: string[] = [];
    onCall = (path) => void calls.push(path);
    pages.set('/b', '<main><h1>b</h1><p>Of another owner.</p></main>');
    expect(await read(3)).toMatchObject({
      state: 'unconfirmed',
      confirmedAt: null,
      missingSince: second?.missingSince,
      lastResult: second?.lastResult,
    });
    expect(calls).not.toContain('/b');
    expect((await documents()).map(({ id }) => id)).toEqual(known);
    await expectRefusal(syncSite(clock, owner.actor, ref), 'site.unconfirmed');
    // Found again, it is confirmed and read anew.
    pages.set('/', shown);
    expect(await confirmSite({ ...deps, clock: onDay(4) }, owner.actor, ref)).toMatchObject({
      problem: null,
      site: { state: 'syncing', missingSince: null, confirmedAt: expect.any(String) },
    });
  });

  it('stays so where its token comes back in time, and while it does not answer', async () => {
    const { job, ref } = await confirmed();
    const read = readings(ref);
    await runSiteJob(deps, job, plenty);
    const shown = pages.get('/') ?? '';
    const hidden = shown.replace(/<meta[^>]*>/, '');
    for (const day of [1, 2, 4, 5]) {
      pages.set('/', hidden);
      expect(await read(day)).toMatchObject({ state: 'idle', missingSince: expect.any(String) });
      if (day !== 2) continue;
      pages.set('/', shown);
      expect(await read(3)).toMatchObject({ state: 'idle', missingSince: null });
    }
    onCall = () => {
      throw new Error('down');
    };
    for (const day of [6, 7, 8])
      expect(await read(day)).toMatchObject({ state: 'idle', problem: 'robots_unreachable' });
  });

  it('keeps its schedule while it is not, and is read again when its origin is confirmed', async () => {
    const { job, ref } = await confirmed();
    await runSiteJob(deps, job, plenty);
    await updateSite(clock, owner.actor, ref, { schedule: 'daily' });
    const { accountId } = owner.actor;
    const set = (changes: object) =>
      OwnershipEntity.build(UpdateItemCommand)
        .item({ accountId, origin, ...changes })
        .send();
    await set({ confirmedAt: $remove(), missingSince: new Date().toISOString() });
    const visit = async (days: number) => {
      const at = onDay(days);
      await runSiteJob({ ...deps, clock: at }, { kind: 'due' }, plenty);
      const due = jobs
        .splice(0)
        .filter(({ kind, ...rest }) => kind === 'sync' && 'siteId' in rest && rest.siteId === ref.siteId);
      for (const one of due) await runSiteJob({ ...deps, clock: at }, one, plenty);
      return due.length;
    };
    const before = await state();
    expect(before).toMatchObject({ state: 'unconfirmed', nextSyncAt: null });
    expect(await visit(2)).toBe(1);
    // Not at each look of the schedule.
    expect(await visit(2)).toBe(0);
    expect((await state())?.lastResult).toEqual(before?.lastResult);
    await set({ confirmedAt: new Date().toISOString(), missingSince: $remove() });
    expect(await visit(4)).toBe(1);
    expect((await state())?.lastResult).not.toEqual(before?.lastResult);
  });
});
