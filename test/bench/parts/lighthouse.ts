import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import type { BrowserContext } from 'playwright-core';
import { publishLocally } from '#bin/local/publish';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, prepareAssembly, ROOT } from '#test/helpers/assembly';
import { persistentBrowser } from '#test/helpers/browser';
import { storeSession } from '#test/helpers/dashboard';
import { newUser, signIn } from '#test/helpers/users';
import { operatorTable } from '#test/integration/table';
import { type Figures, type Part, percentile, prefixed } from '../figures';

const RUNS = 5;
/** Each once: that a page is bad is seen by one look, and there are many. */
const PAGES = [
  'settings/general',
  'settings/appearance',
  'settings/notifications',
  'settings/security',
  'settings/accessibility',
  'settings/api-keys',
  'settings/alpha',
  'settings/account',
  'profile',
  'analytics',
  'analytics/reports',
  'conversations',
  'notifications',
  'team',
  'usage',
  'billing',
  'templates',
  'help',
  'help/quick-start',
  'help/ask',
  'help/contact',
  'admin',
  'admin/users',
  'admin/subscriptions',
  'admin/errors',
  'admin/messages',
  'admin/queues',
  'admin/activity',
  'admin/settings',
  'developer-tools',
  'developer-tools/events',
  'developer-tools/indexes',
  'developer-tools/mails',
  'developer-tools/translations',
] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/**
 * What Lighthouse gives the landing page, in its four categories on the slow phone that it simulates, and the
 * dashboard of a person who is signed in, for performance on its desktop. Medians, since its figures vary by load.
 * Of the other signed-in pages the least in performance and accessibility.
 */
export const lighthouseScores: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-cloud-'));
  const profile = await mkdtemp(join(tmpdir(), 'parley-bench-browser-'));
  const port = await freePort();
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  let browser: BrowserContext | undefined;
  try {
    await publishLocally(ROOT, cloud);
    const address = addressOf(cloud);
    browser = await persistentBrowser(profile, [`--remote-debugging-port=${port}`]);
    const landing = await scores(`${address.addresses.root}/`, CATEGORIES, { port, progress });

    const { email, userId } = await newUser(address);
    const table = await operatorTable(address);
    // Administrators see every page.
    await table.set({ pk: `USER#${userId}`, sk: 'PROFILE' }, 'role', 'admin');
    table.close();
    const page = await browser.newPage();
    await storeSession(page, address, 'app', await signIn(address, email));
    const way: Way = {
      port,
      progress,
      // The session lies in its storage; what a first visit has to fetch is fetched anew.
      keepStorage: async () => {
        const session = await page.context().newCDPSession(page);
        await session.send('Network.clearBrowserCache');
        await session.send('Storage.clearDataForOrigin', {
          origin: address.addresses.app,
          storageTypes: 'service_workers,cache_storage',
        });
      },
    };
    const { app } = address.addresses;
    const shell = await scores(`${app}/dashboard`, ['performance'], way);
    const pages: Figures[] = [];
    for (const path of PAGES) {
      const found = await scores(`${app}/${path}`, ['performance', 'accessibility'], way, 1);
      progress(`lighthouse: /${path}: ${JSON.stringify(found)}`);
      pages.push(found);
    }
    return prefixed('lighthouse', {
      ...prefixed('landing', landing),
      ...prefixed('shell', shell),
      ...prefixed('pages', {
        performance: Math.min(...pages.map(({ performance = 0 }) => performance)),
        accessibility: Math.min(...pages.map(({ accessibility = 0 }) => accessibility)),
      }),
    });
  } finally {
    await browser?.close();
    await cloud.stop();
    for (const folder of [state, profile])
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

interface Way {
  readonly port: number;
  readonly progress: (line: string) => void;
  /** Makes ready for a run in which storage stays as it is. */
  readonly keepStorage?: () => Promise<void>;
}

async function scores(
  url: string,
  categories: readonly Category[],
  { port, progress, keepStorage }: Way,
  runs = RUNS,
): Promise<Figures> {
  const found = new Map<Category, number[]>(categories.map((category) => [category, []]));
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    disableStorageReset: keepStorage !== undefined,
  };
  for (let run = 1; run <= runs; run++) {
    progress(`lighthouse: ${url}, ${run} of ${runs}`);
    await keepStorage?.();
    const result = await lighthouse(url, flags, keepStorage ? desktopConfig : undefined);
    const report = result?.lhr;
    if (!report || report.runtimeError) {
      throw new Error(`Lighthouse could not look at ${url}: ${report?.runtimeError?.message ?? 'no report'}`);
    }
    // A page that sends its visitor elsewhere is not the one that was to be measured.
    if (report.finalDisplayedUrl !== url) {
      throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
    }
    for (const category of categories) {
      const audited = report.categories[category];
      found.get(category)?.push(Math.round((audited?.score ?? 0) * 100));
      const missed = audited?.auditRefs.filter(
        ({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9,
      );
      if (missed?.length)
        progress(
          `lighthouse: ${category} ${audited?.score}: ${missed.map(({ id }) => `${id} ${report.audits[id]?.displayValue ?? ''}`.trim()).join(', ')}`,
        );
    }
  }
  return Object.fromEntries(
    [...found].map(([category, values]) => [category.replace('-', '_'), percentile(values, 0.5)]),
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
