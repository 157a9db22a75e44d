import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { publishLocally } from '#bin/local/publish';
import type { Bot } from '#contract/bots/bots';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, prepareAssembly, ROOT } from '#test/helpers/assembly';
import { ordinaryBrowser } from '#test/helpers/browser';
import { newUser } from '#test/helpers/users';
import { median, type Part, prefixed } from '../figures';

const RUNS = 5;
/** A phone of the middle is about so much slower than what this runs on. */
const SLOWDOWN = 4;

/**
 * What the widget costs the page it is on, from the first byte until the chat stands open: how long it keeps the page
 * from answering its visitor (the part of each task beyond 50 ms, on a processor that is slowed down), and how far it
 * moves what is there. Medians, since the former varies by load.
 */
export const widget: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-cloud-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  let browser: Browser | undefined;
  let host: Awaited<ReturnType<typeof serve>> | undefined;
  try {
    await publishLocally(ROOT, cloud);
    const address = addressOf(cloud);
    const owner = await newUser(address);
    const { widgetId } = await owner.call<Bot>('createBot', {
      body: { name: 'Helper', deploy: true, greetingMessage: 'Questions?', starterQuestions: ['Why?'] },
    });
    host = await serve(`<!doctype html><html lang="en"><title>A shop</title><body><h1>A shop</h1>
${'<p>Tents, stoves and sleeping bags, for those who like it outside.</p>\n'.repeat(40)}
<script async src="${address.addresses.app}/widget.js" data-widget-id="${widgetId}"></script></body></html>`);
    browser = await ordinaryBrowser();
    const runs: Cost[] = [];
    // The page alone, which costs something as well.
    const bare: Cost[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      progress(`widget: ${run} of ${RUNS}`);
      runs.push(await visit(browser, host.address));
      bare.push(await visit(browser, `${host.address}bare`));
    }
    return prefixed('widget', {
      blocking_ms: Math.max(0, Math.round(blockingOf(runs) - blockingOf(bare))),
      layout_shift: median(runs.map(({ shift }) => shift)),
    });
  } finally {
    await browser?.close();
    host?.close();
    await cloud.stop();
    await rm(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

/** A page on a host of its own, as a customer's. */
async function serve(page: string): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(({ url }, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(url === '/bare' ? page.replace(/<script.*<\/script>/, '') : page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const blockingOf = (runs: readonly Cost[]) => median(runs.map(({ blocking }) => blocking));

interface Cost {
  readonly blocking: number;
  readonly shift: number;
}

async function visit(browser: Browser, address: string): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(OBSERVE);
    await page.goto(address);
    if (!address.endsWith('/bare')) {
      const launcher = page.getByRole('button', { name: 'Open chat' });
      await launcher.click();
      await page.getByRole('textbox').waitFor();
    }
    // Entries are told when the page is idle.
    await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 200)))');
    return (await page.evaluate('cost')) as Cost;
  } finally {
    await context.close();
  }
}

const OBSERVE = `
  globalThis.cost = { blocking: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) cost.blocking += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) cost.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
