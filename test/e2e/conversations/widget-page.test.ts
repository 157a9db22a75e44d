import { describe, expect, test } from 'vitest';
import { problemsOfChat, storedBy } from './widget-chat';
import { ANSWER, answered, GREETING, QUESTION, style, withDressedBot } from './widget-visit';

const { cloud, widgetId, address, visit } = withDressedBot();

describe('a published configuration', () => {
  test('is what the visitor sees: looks, greeting, starter questions, own rules, another answer', async () => {
    const visitor = await visit();
    const { page, panel, launcher } = visitor;
    const greeting = page.getByRole('button', { name: GREETING });
    await greeting.waitFor();
    await expect.poll(() => style(launcher, 'background-color')).toBe('rgb(1, 2, 3)');
    await expect.poll(() => style(launcher, 'border-radius')).toBe('12px');
    await expect.poll(() => launcher.boundingBox()).toMatchObject({ x: 20, y: 20, width: 64, height: 64 });
    expect(await storedBy(page)).toEqual([0, 0, '']);
    await greeting.click();
    await panel.waitFor();
    await expect.poll(() => greeting.isVisible()).toBe(false);
    const look = await Promise.all(
      ['width', 'border-radius', 'font-family', 'font-size', 'box-shadow', 'background-color'].map((name) =>
        style(panel, name),
      ),
    );
    expect(look).toEqual(['440px', '0px', 'Georgia, serif', '18px', 'none', 'rgb(22, 23, 31)']);
    await expect
      .poll(() => panel.locator('.avatar').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await expect
      .poll(() => panel.getByRole('link', { name: 'Powered by Parley' }).getAttribute('href'))
      .toBe(cloud.addresses.root);
    await expect.poll(() => problemsOfChat(page)).toEqual([]);

    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    const asked = panel.locator('li.visitor');
    await asked.getByText('Read', { exact: true }).waitFor();
    await expect.poll(() => style(asked, 'letter-spacing')).toBe('1px');
    await expect.poll(() => style(asked, 'position')).not.toBe('fixed');
    await expect
      .poll(() => panel.getByRole('button', { name: 'When does the shop open?' }).isVisible())
      .toBe(false);

    const first = await panel.locator('li.bot').last().elementHandle();
    await panel.getByRole('button', { name: 'New answer' }).click();
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await answered(visitor);
    await panel.getByRole('button', { name: 'New answer' }).waitFor();
    await expect.poll(() => asked.count()).toBe(1);
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
    expect(visitor.errors).toEqual([]);

    // Dismissed once, the greeting keeps quiet in this tab.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.reload();
    await launcher.waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => greeting.isVisible()).toBe(false);
    await page.context().close();
  });
});

describe('a page that does as it likes', () => {
  test('sends no forms, composes words, replaces and moves its body: the chat goes on', async () => {
    const config = { greetingMessage: '', position: 'bottom-right', buttonStyle: 'circle' };
    const visitor = await visit({ config });
    const { page, panel, launcher } = visitor;
    await launcher.waitFor();
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
      frame.src = src;
      frame.width = '600';
      frame.height = '600';
      document.body.replaceChildren(frame);
    }, address());
    const inner = page.frameLocator('iframe').locator(`div[data-widget-id="${widgetId()}"]`);
    await inner.locator('button').first().click();
    const field = inner.locator('textarea');
    await field.fill(QUESTION);
    // As Safari tells of the Enter that ends a composed word.
    await field.evaluate((element) => {
      const key = new KeyboardEvent('keydown', {
        key: 'Enter',
        keyCode: 229,
        bubbles: true,
        cancelable: true,
      });
      element.dispatchEvent(key);
    });
    expect(await field.inputValue()).toBe(QUESTION);
    await field.press('Enter');
    await inner.locator('li.bot p').filter({ hasText: ANSWER }).first().waitFor();

    await page.evaluate(() => {
      const body = document.createElement('body');
      body.style.transform = 'translateY(-40px)';
      body.style.height = '3000px';
      document.body.replaceWith(body);
      window.scrollTo(0, 500);
    });
    const box = await launcher.boundingBox();
    const { height = 0 } = page.viewportSize() ?? {};
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBe(20);
    await page.evaluate(() => (window as unknown as { Parley(command: string): void }).Parley('open'));
    await panel.waitFor();
    await page.context().close();
  });
});
