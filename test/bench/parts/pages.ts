import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { publishLocally } from '#bin/local/publish';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly, ROOT } from '#test/helpers/assembly';
import { ordinaryBrowser } from '#test/helpers/browser';
import { answeringBot } from '#test/helpers/bursts';
import { storeSession } from '#test/helpers/dashboard';
import { signIn } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { type Figures, median, type Part } from '../figures';

const RUNS = 3;
/** A phone of the middle is about so much slower than what this runs on. */
const SLOWDOWN = 4;
/** A page that was there before has no idle network to wait for: its socket and its looks go on. */
const SETTLES_MS = 2_000;

/** What scripts do most: make objects, write and read them as text, sort them. It says how fast the machine is. */
const REFERENCE = `
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'row ' + ((id * 7919) % 20_000) }));
  JSON.parse(JSON.stringify(rows)).sort((a, b) => (a.name < b.name ? -1 : 1)).length`;

/**
 * What the first open of the pages that one works in all day costs, and what it costs then to open a conversation in
 * the inbox: files and bytes as they are sent, the API's apart, and the time that a phone's scripts take, also as a
 * multiple of what a fixed script takes there. Medians.
 */
export const pages: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-cloud-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  let browser: Browser | undefined;
  try {
    await publishLocally(ROOT, cloud);
    const address = addressOf(cloud);
    const { owner, bot } = await answeringBot(address);
    const visitor = await openVisitor(address, bot.widgetId);
    await visitor.ask('How long is the frame guaranteed?');
    await visitor.api.call('askForPerson', { path: { widgetId: bot.widgetId }, body: {} });
    visitor.close();
    browser = await ordinaryBrowser();
    const runs = { dashboard: [] as Figures[], inbox: [] as Figures[], conversation: [] as Figures[] };
    for (let run = 0; run < RUNS; run += 1) {
      progress(`pages: ${run + 1} of ${RUNS}`);
      runs.dashboard.push(...(await open(browser, address, owner.email, 'dashboard')));
      const row = `a[href*="${visitor.grant.conversationId}"]`;
      const [inbox, conversation] = await open(browser, address, owner.email, 'conversations', row);
      runs.inbox.push(inbox ?? {});
      runs.conversation.push(conversation ?? {});
    }
    const figures: Record<string, number> = {};
    for (const [name, of] of Object.entries(runs))
      for (const figure of ['files', 'bytes', 'script_ms', 'script_of_reference'])
        figures[`pages.${name}.${figure}`] =
          median(of.map((each) => each[figure] ?? Number.NaN)) ?? Number.NaN;
    return figures;
  } finally {
    await browser?.close();
    await cloud.stop();
    await rm(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

/** In a browser that has nothing of it yet: of a page, and of what each link that is followed from there costs more. */
async function open(
  browser: Browser,
  cloud: CloudAddress,
  email: string,
  path: string,
  ...links: readonly string[]
): Promise<Figures[]> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
  try {
    const page = await context.newPage();
    await storeSession(page, cloud, 'app', await signIn(cloud, email));
    const session = await context.newCDPSession(page);
    const sent = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname } = new URL(response.url);
      const isSent =
        response.url.startsWith('http') && !response.fromDiskCache && !response.fromServiceWorker;
      if (isSent && !pathname.startsWith('/api/')) sent.set(requestId, 0);
    });
    // Bodies: an edge compresses headers, which are alike, to next to nothing.
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const before = sent.get(requestId);
      if (before !== undefined) sent.set(requestId, before + encodedDataLength);
    });
    await session.send('Network.enable');
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const spent = async (): Promise<Figures> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return {
        files: sent.size,
        bytes: [...sent.values()].reduce((sum, size) => sum + size, 0),
        script_ms: 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN),
      };
    };
    await page.goto(`${cloud.addresses.app}/${path}`);
    await page
      .locator(links[0] ?? 'h1')
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    const steps = [await spent()];
    for (const link of links) {
      // By one line of script: what the steering of the browser itself runs in the page would be counted.
      await page.evaluate(`document.querySelector(${JSON.stringify(link)}).click()`);
      await page.waitForTimeout(SETTLES_MS);
      steps.push(await spent());
    }
    // As a task of the page: what is evaluated from outside is not counted.
    await page.evaluate(`new Promise((done) => setTimeout(() => { ${REFERENCE}; done(); }))`);
    const reference = minus(await spent(), steps.at(-1)).script_ms ?? Number.NaN;
    return steps.map((step, at) => {
      const own = minus(step, steps[at - 1]);
      return { ...own, script_of_reference: (own.script_ms ?? Number.NaN) / reference };
    });
  } finally {
    await context.close();
  }
}

function minus(step: Figures, before: Figures = {}): Figures {
  return Object.fromEntries(Object.entries(step).map(([name, value]) => [name, value - (before[name] ?? 0)]));
}
