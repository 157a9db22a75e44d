import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds in the open chat of a page. */
export async function problemsOfChat(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await axe.run({ include: [[['div[data-widget-id]', '.panel']]] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Whether an element of the chat has the focus. */
export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
}

/** Whether all of an element stands within the list of messages, and none of it below the input. */
export function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const list = element.closest('.log')?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return !!list && box.height > 0 && box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
  });
}

/** What the visitor's browser keeps: of its local storage, of its session's, and cookies. */
export function storedBy(page: Page): Promise<readonly (number | string)[]> {
  return page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
}

export const panelOf = (page: Page) => page.locator('.panel');

export async function write(page: Page, text: string): Promise<void> {
  await panelOf(page).locator('.input').fill(text);
  await panelOf(page).locator('.input').press('Enter');
}

/** In the messages, not where they are read out. */
export const said = (page: Page, text: string | RegExp) =>
  panelOf(page).locator('.log').getByText(text).filter({ visible: true }).last();
