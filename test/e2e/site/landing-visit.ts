import type { BrowserContextOptions, Page } from 'playwright-core';
import { newWindow } from '../setup';

export interface Visit {
  readonly page: Page;
  /** What went wrong so far: errors, and whatever the page's policy refused. */
  readonly faults: readonly string[];
  /** Paths of what was asked for so far. */
  readonly requests: readonly string[];
}

/** Opens a page of the public site as somebody who was never there, watching what goes wrong and what moves. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await newWindow({ consent: false, ...options });
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await watchShifts(page);
  await page.goto(address);
  return { page, faults, requests };
}

/** What moved by itself on the page that is shown, with what it was; from a size on that a reader sees. */
export async function shifts(page: Page, atLeast = 0): Promise<readonly unknown[]> {
  // Observers are told after the frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly Shift[] }).seen);
  return seen.filter(({ value }) => value >= atLeast);
}

interface Shift {
  readonly value: number;
  readonly moved: readonly unknown[];
}

/** On every page that is opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        if (!entry.hadRecentInput)
          seen.push({
            value: entry.value,
            moved: entry.sources.map(({ node, previousRect, currentRect }) => [
              node?.textContent?.slice(0, 60),
              previousRect.toJSON(),
              currentRect.toJSON(),
            ]),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
