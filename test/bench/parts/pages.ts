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
import { type Figures, median, type Part, prefixed } from '../figures';

const RUNS = 3;
/** A phone of the middle is about so much slower than what this runs on. */
const SLOWDOWN = 4;

/**
 * What the first open of the pages that one works in all day costs: files and bytes as they are sent, the API's apart,
 * and the time that a phone's scripts take. Medians.
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
    const figures: Record<string, number> = {};
    const seen: Readonly<Record<string, string>> = {
      dashboard: 'dashboard',
      inbox: 'conversations',
      conversation: `conversations/${visitor.grant.conversationId}`,
    };
    for (const [name, path] of Object.entries(seen)) {
      progress(`pages: ${name}`);
      const runs: Figures[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await open(browser, address, owner.email, path));
      const of = (figure: string) => median(runs.map((each) => each[figure] ?? Number.NaN)) ?? Number.NaN;
      Object.assign(
        figures,
        prefixed(`pages.${name}`, { files: of('files'), bytes: of('bytes'), script_ms: of('script_ms') }),
      );
    }
    return figures;
  } finally {
    await browser?.close();
    await cloud.stop();
    await rm(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

/** In a browser that has nothing of it yet. */
async function open(browser: Browser, cloud: CloudAddress, email: string, path: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
  try {
    const page = await context.newPage();
    await storeSession(page, cloud, 'app', await signIn(cloud, email));
    const session = await context.newCDPSession(page);
    const sent = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname } = new URL(response.url);
      if (response.url.startsWith('http') && !pathname.startsWith('/api/')) sent.set(requestId, 0);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (sent.has(requestId)) sent.set(requestId, encodedDataLength);
    });
    await session.send('Network.enable');
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(`${cloud.addresses.app}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const { metrics } = await session.send('Performance.getMetrics');
    const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
    return {
      files: sent.size,
      bytes: [...sent.values()].reduce((sum, size) => sum + size, 0),
      script_ms: 1_000 * script,
    };
  } finally {
    await context.close();
  }
}
