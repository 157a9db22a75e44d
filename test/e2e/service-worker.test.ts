import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishLocally } from '#bin/local/publish';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildServiceWorker } from '../../web/sw/build';
import { closeWindows } from '../helpers/browser';
import { type OwnCloud, startCloud } from '../helpers/cloud';
import { storeSession } from '../helpers/dashboard';
import { newUser, signIn as signInByApi, type TestUser } from '../helpers/users';
import { newWindow } from './setup';

const ROOT = path.resolve(import.meta.dirname, '../..');
const newPage = () => newWindow({ serviceWorkers: 'allow' });

let cloud: OwnCloud;
let jo: TestUser;

beforeAll(async () => {
  cloud = await startCloud();
  jo = await newUser(cloud, { name: 'Jo Example' });
});
afterAll(async () => {
  await closeWindows();
  await cloud?.remove();
});

const root = (path: string) => `${cloud.addresses.root}${path}`;
const app = (path: string) => `${cloud.addresses.app}${path}`;

async function signedIn(page: Page, path: string): Promise<void> {
  await storeSession(page, cloud, 'app', await signInByApi(cloud, jo.email));
  await page.goto(app(path));
}

/** The worker has taken the page over, and keeps what the page has loaded. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Not `waitForFunction`, which takes the promise itself for a yes.
  await expect.poll(() => page.evaluate(findMissing)).toEqual([]);
}

/** Runs in the page: files that it has loaded and the worker has not stored. */
async function findMissing(): Promise<readonly string[]> {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin && /^\/(assets\/|locales\/|config\.json$)/.test(pathname),
    );
  const missing: string[] = [];
  for (const { pathname } of loaded) if (!(await caches.match(pathname))) missing.push(pathname);
  return missing;
}

function ask(page: Page, type: string): Promise<Record<string, unknown>> {
  return page.evaluate(
    (type) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage({ type }, [port2]);
      }),
    type,
  );
}

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src'));

describe('the worker', () => {
  it('starts the application and public pages without a network, and keeps nothing of calls, sign-in and addresses', async () => {
    const page = await newWindow({ serviceWorkers: 'allow', locale: 'de-DE' });
    await signedIn(page, '/bots?from=mail#list');
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
    await kept(page);
    await expectFilesAlone(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sie sind offline' }).waitFor();
    // It goes on by itself.
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();

    await page.goto(root('/impressum'));
    await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
    await kept(page);
    await expectTold(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
    await page.context().setOffline(false);
    await expectDropped(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sie sind offline' }).waitFor();
    await page.context().close();
  });
});

async function expectFilesAlone(page: Page): Promise<void> {
  const addresses = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(addresses).toContain(app('/index.html'));
  const foreign = addresses.filter(
    (address) =>
      !/^\/(assets\/[^?#]+|locales\/[^?#]+\.json|icons\/[^?#]+|(index\.html|config\.json|theme\.js|favicon\.svg|manifest\.webmanifest))$/.test(
        address.slice(app('').length),
      ),
  );
  expect(foreign).toEqual([]);
}

/** What it keeps, through the port of who asks, for the whole site. */
async function expectTold(page: Page): Promise<void> {
  const stats = await ask(page, 'GET_CACHE_STATS');
  expect(stats).toMatchObject({
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
    entry: await entryOf(page),
  });
  const [name = ''] = Object.keys(stats.caches as object);
  expect(name).toBe(`parley-${stats.version}`);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(root('/'));
}

/** When it is told to. What the page still loads is kept again: with the last of it gone, nothing is. */
async function expectDropped(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      expect(await ask(page, 'CLEAR_CACHE')).toEqual({ cleared: true });
      return page.evaluate(() => caches.keys());
    })
    .toEqual([]);
}

describe('a deployment', () => {
  let deployment: string;
  beforeAll(async () => {
    deployment = await secondBuild();
  });
  afterAll(() => rm(deployment, { recursive: true, force: true }));

  it('reaches open windows by a reload, except where something is being entered: there it is offered', async () => {
    const idle = await newPage();
    await idle.goto(root('/impressum'));
    await kept(idle);
    const writing = await idle.context().newPage();
    await writing.goto(root('/auth/signup'));
    await writing.getByLabel('Full name').fill('Ada');
    await writing.getByLabel('Full name').pressSequentially(' Example');
    const before = await entryOf(idle);
    await idle.evaluate(() => Object.assign(window, { isOld: true }));

    await publishLocally(deployment, cloud.cloud);
    await idle.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await idle.waitForFunction(() => !('isOld' in window));
    await idle.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
    await expect.poll(() => entryOf(idle)).not.toBe(before);

    await writing.getByText('A new version is ready').waitFor();
    await expect.poll(() => writing.getByLabel('Full name').inputValue()).toBe('Ada Example');
    await writing.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => writing.getByLabel('Full name').inputValue()).toBe('');
    await expect.poll(() => entryOf(writing)).toBe(await entryOf(idle));
    await writing.close();

    const caches = await idle.evaluate(() => window.caches.keys());
    expect(caches).toHaveLength(1);
    await idle.context().setOffline(true);
    await idle.reload();
    await idle.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
    await expect.poll(() => entryOf(idle)).not.toBe(before);
    await idle.context().setOffline(false);
    await expectNextPageOfNextBuild(idle);
    await idle.context().close();
  });
});

/** The first build comes after the second: no window is left with a page of the one before. */
async function expectNextPageOfNextBuild(page: Page): Promise<void> {
  const second = await entryOf(page);
  await publishLocally(ROOT, cloud.cloud);
  await page.goto(root('/privacy'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => entryOf(page)).not.toBe(second);
}

/** All that is deployed, with the dashboard built anew: the same, under other names. */
async function secondBuild(): Promise<string> {
  const folder = temporaryFolder();
  await cp(path.join(ROOT, 'dist'), path.join(folder, 'dist'), {
    recursive: true,
    filter: (source) => !source.endsWith(path.join('dist', 'functions')),
  });
  const { build } = await import('vite');
  const environment = process.env.NODE_ENV;
  await build({
    configFile: path.join(ROOT, 'web/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: path.join(folder, 'dist/web'),
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/second-[hash].js',
          chunkFileNames: 'assets/second-[name]-[hash].js',
        },
      },
    },
  });
  process.env.NODE_ENV = environment;
  await buildServiceWorker(path.join(folder, 'dist/web'));
  const html = await readFile(path.join(folder, 'dist/web/index.html'), 'utf8');
  if (!html.includes('/assets/second-')) throw new Error('The second build is named as the first.');
  return folder;
}
