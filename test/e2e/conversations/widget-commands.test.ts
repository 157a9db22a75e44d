import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { problemsOfChat } from './widget-chat';
import { answered, QUESTION, style, type Visit, withDressedBot } from './widget-visit';

const { cloud, widgetId, visit } = withDressedBot();

const isFocusInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.hasAttribute('data-widget-id') ?? false);

describe('standing in the page', () => {
  test('embedded it fills its place, under a strict policy and hostile style sheets, and hides no launcher behind', async () => {
    const visitor = await visit({
      path: '/strict',
      attributes: { mode: 'embedded', target: '#parley-chat' },
      prepare: (page) =>
        page.addInitScript(() => {
          addEventListener('DOMContentLoaded', () => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(
              'div, a, p { all: unset !important; display: none !important; width: 3px !important; position: fixed !important }',
            );
            document.adoptedStyleSheets = [sheet];
            // The element that the page gives is the page's; what is in it is ours.
            for (const [name, value] of Object.entries({
              display: 'block',
              position: 'static',
              width: 'auto',
            }))
              document.getElementById('parley-chat')?.style.setProperty(name, value, 'important');
          });
        }),
    });
    const { page, panel, launcher } = visitor;
    await panel.waitFor();
    await expect.poll(() => panel.boundingBox()).toMatchObject({ width: 480, height: 420 });
    await expect.poll(() => page.locator('#parley-chat div[data-widget-id]').count()).toBe(1);
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await expect.poll(() => panel.getAttribute('role')).toBe('region');
    await expect.poll(() => panel.getByRole('button', { name: 'Close chat' }).isVisible()).toBe(false);
    await expect.poll(() => isFocusInside(page)).toBe(false);
    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(true);
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
    // The narrow page makes it narrow too.
    await page.setViewportSize({ width: 375, height: 740 });
    expect((await panel.boundingBox())?.width).toBeLessThanOrEqual(375);
    expect(visitor.errors).toEqual([]);
    await page.context().close();
  });

  test('hybrid it stands in the page where that is on screen, and elsewhere floats, beside another widget', async () => {
    const visitor = await visit({
      attributes: { mode: 'hybrid', target: 'parley-chat' },
      config: { greetingMessage: '', buttonStyle: 'circle' },
      // Its configuration doesn't come: the script's attributes are all it has.
      prepare: (page) => page.route('**/w/zzzzzzzz.json', (route) => route.abort()),
    });
    const { page, panel, launcher } = visitor;
    await launcher.waitFor();
    const inPage = page.locator('#parley-chat div[data-widget-id]');
    await page.locator('#parley-chat').scrollIntoViewIfNeeded();
    await inPage.locator('.panel').waitFor();
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    await panel.getByRole('textbox').fill('A draft');

    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await launcher.waitFor();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await launcher.click();
    await answered(visitor);
    await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('A draft');
    // Open, it stays with who reads it; closed, it goes back into the page.
    await page.locator('#parley-chat').scrollIntoViewIfNeeded();
    await expect.poll(() => inPage.count()).toBe(0);
    await panel.getByRole('button', { name: 'Close chat' }).click();
    await inPage.locator('.panel').waitFor();
    await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('A draft');
    expect(visitor.errors).toEqual([]);
    await standBesideAnother(visitor);
    // The other's configuration is the one that does not come.
    expect(visitor.errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
    await page.context().close();
  });
});

/** They share a corner, and one is open at a time; neither takes the page's variables for its own. */
async function standBesideAnother({ page, panel, launcher }: Visit): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await launcher.click();
  await run(page, 'set', { theme: 'light', position: 'bottom-left' });
  await expect.poll(() => style(panel, 'background-color')).toBe('rgb(255, 255, 255)');
  expect((await launcher.boundingBox())?.y).toBeGreaterThan(300);
  await page.evaluate(() => {
    for (const name of ['font-size', 'radius', 'shadow', 'accent', 'font'])
      document.documentElement.style.setProperty(`--${name}`, '3px');
  });
  await add(page, 'zzzzzzzz', 'bottom-left');
  const second = page.locator('div[data-widget-id="zzzzzzzz"]');
  const other = second.locator('.panel');
  await second.locator('button').first().click();
  await other.waitFor();
  expect([await style(other, 'font-size'), await style(other, 'border-radius')]).toEqual(['15px', '16px']);
  await expect.poll(() => panel.isVisible()).toBe(false);
  await run(page, 'close');
  await other.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => {
      const [one, two] = await Promise.all([
        launcher.boundingBox(),
        second.locator('button').first().boundingBox(),
      ]);
      return one && two ? Math.abs(one.x - two.x) >= one.width : false;
    })
    .toBe(true);
  await run(page, 'open', { widget: widgetId(), focus: false });
  await panel.waitFor();
  await expect.poll(() => isFocusInside(page)).toBe(false);
  await expect.poll(() => other.isVisible()).toBe(false);
}

function run(page: Page, ...call: unknown[]): Promise<void> {
  return page.evaluate(
    (args) => (window as unknown as { Parley(...call: unknown[]): void }).Parley(...args),
    call,
  );
}

/** Adds a script of a widget, as a page's tag manager does. */
function add(page: Page, widgetId: string, position = 'top-right'): Promise<void> {
  return page.evaluate(
    ([src, data]) =>
      new Promise((loaded) => {
        const script = document.createElement('script');
        script.onload = loaded;
        script.src = src;
        Object.assign(script.dataset, data);
        document.body.append(script);
      }).then(() => {}),
    [`${cloud.addresses.app}/widget.js`, { widgetId, position, botName: 'The other' }] as const,
  );
}
