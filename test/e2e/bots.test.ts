import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot, DeletedBotList } from '../../functions/contract/bots';
import { PublicBot } from '../../functions/contract/public-bot';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, newPage, storeSession } from '../helpers/dashboard';
import { inDays } from '../helpers/days';
import { request } from '../helpers/request';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { operatorTable } from '../integration/api/table';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;
const CLOSED_DAY = inDays(30);

let browser: Browser;
let owner: TestUser;
let page: Page;

beforeAll(async () => {
  [browser, owner] = await Promise.all([openBrowser(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  const table = await operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  table.close();
  page = await newPage(browser);
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
});
afterAll(() => browser?.close());

/** What the server knows of the bot that the page shows. */
async function stored(): Promise<Bot> {
  const [, botId = ''] = /\/bots\/([^/?]+)/.exec(page.url()) ?? [];
  return Bot.parse(await owner.call('getBot', { path: { botId } }));
}
/** What visitors get. */
async function published({ widgetId }: Bot): Promise<PublicBot> {
  return PublicBot.parse((await request(at(`/w/${widgetId}.json`))).json());
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
const save = async () => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await button('Save changes').click();
  await saved;
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' });
};
const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);
const version = (number: number) => page.getByRole('region', { name: `Version ${number}` });

// Each step goes on from the one before, as a person does.
describe('a bot', () => {
  it('is created as a draft, which nobody sees, and deployed', async () => {
    await page.goto(at('/bots/new'));
    await page.getByLabel('Name', { exact: true }).fill('Concierge');
    await page.getByLabel('Type').selectOption('faq');
    await page.getByLabel('Company name').fill('Nordwind');
    // What only the server refuses, in a part that was never opened, is shown once that part is loaded.
    await page.route('**/api/bots', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              error: {
                code: 'request.invalid',
                message: 'Refused.',
                fields: { sessionTimeoutMinutes: 'Refused.' },
              },
            },
          })
        : route.fallback(),
    );
    await button('Create bot').click();
    await expect.poll(() => hasFocus(page.getByLabel('Session timeout'))).toBe(true);
    await page.getByText('Something above still has to be corrected.').waitFor();
    await page.unroute('**/api/bots');
    // Everything else is there too, and what is wrong in a part that is folded is shown.
    await page.locator('summary', { hasText: 'Messages' }).click();
    await page.getByLabel('Placeholder of the input').fill('');
    await page.locator('summary', { hasText: 'Messages' }).click();
    await page.getByLabel('Placeholder of the input').waitFor({ state: 'hidden' });
    await button('Create bot').click();
    await expect.poll(() => hasFocus(page.getByLabel('Placeholder of the input'))).toBe(true);
    await page.getByLabel('Placeholder of the input').fill('What is it about?');
    await page.frameLocator('iframe').getByPlaceholder('What is it about?').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /Save as draft/ }).isChecked()).toBe(true);
    let created = 0;
    page.on('request', (call) => {
      if (call.method() === 'POST' && call.url().endsWith('/api/bots')) created += 1;
    });
    await button('Create bot').dblclick();
    await page.getByRole('heading', { name: 'Give your bot something to read' }).waitFor();
    expect(created).toBe(1);
    const draft = await stored();
    expect(draft).toMatchObject({
      type: 'faq',
      companyName: 'Nordwind',
      placeholder: 'What is it about?',
      status: 'draft',
    });
    expect((await request(at(`/w/${draft.widgetId}.json`))).status).not.toBe(200);

    await page.getByText('This bot is not live.').waitFor();
    await button('Deploy').click();
    await page.getByText('The bot is live.').waitFor();
    await page.getByText('This bot is not live.').waitFor({ state: 'detached' });
    expect((await published(await stored())).companyName).toBe('Nordwind');
  });

  it('shows in the real chat what is typed, offers a colour that can be read, and asks before it is lost', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await tab('Messages');
    const chat = page.frameLocator('iframe[title="What visitors see"]').getByRole('dialog');
    await chat.getByText('Hello! How can I help you today?').waitFor();
    const welcome = page.getByLabel('Welcome message');
    await welcome.fill('Welcome aboard');
    await chat.getByText('Welcome aboard').waitFor();
    await expect.poll(() => welcome.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'New question' }).fill('Where is the pool?');
    await page.keyboard.press('Enter');
    await chat.getByText('Where is the pool?').waitFor();
    // Also what she does not add counts: it is offered, and saved below.
    await page.getByRole('textbox', { name: 'New question' }).fill('When is breakfast?');
    await chat.getByText('When is breakfast?').waitFor();
    await page.locator('p', { hasText: 'Up to six, offered before the first question.' }).first().waitFor();

    await tab('Appearance');
    await page.getByText('All colours can be read well.').waitFor();
    // As it stands in a style guide, or cut short: then it is said, and she stays where she is.
    await page.getByLabel('Main colour').fill('ffd16');
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a colour such as').waitFor();
    expect(await hasFocus(page.getByLabel('Main colour'))).toBe(true);
    await page.getByLabel('Main colour').fill('FFD166');
    await expect.poll(() => page.getByLabel('Colour picker').first().inputValue()).toBe('#ffd166');
    await page.getByText('The text is hard to read').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^Use text colour #/ }).click();
    await page.getByText('All colours can be read well.').waitFor();
    await expect.poll(() => hasFocus(page.getByLabel('Text colour'))).toBe(true);
    // Of her own rules she reads what is left out, before it is saved and after.
    await page
      .getByRole('textbox', { name: 'Custom CSS' })
      .fill('.header { letter-spacing: 2px; position: fixed } @import url(//evil.example);');
    await page.getByText('These will be left out when you save:').waitFor();
    await page.getByText('.header { position: fixed }').waitFor();
    await page.getByText('@import url(//evil.example)', { exact: true }).waitFor();
    await expect
      .poll(() => chat.locator('.header').evaluate((header) => getComputedStyle(header).letterSpacing))
      .toBe('2px');
    expect(await chat.locator('.header').evaluate((header) => getComputedStyle(header).position)).not.toBe(
      'fixed',
    );

    // On a phone all that there is to do about it stands in one row above the bar.
    await page.setViewportSize({ width: 375, height: 740 });
    await expect
      .poll(async () => {
        const boxes = await Promise.all(
          ['Show preview', 'Discard', 'Save changes'].map((name) => button(name).boundingBox()),
        );
        return new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size;
      })
      .toBe(1);
    await button('Show preview').click();
    await chat.getByText('Welcome aboard').waitFor();
    await page.keyboard.press('Escape');
    await chat.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('link', { name: 'Overview' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await page.getByText('These were left out:').waitFor();
    const bot = await stored();
    expect(bot).toMatchObject({
      customCss: '.header {letter-spacing: 2px;}',
      welcomeMessage: 'Welcome aboard',
      starterQuestions: ['Where is the pool?', 'When is breakfast?'],
      primaryColor: '#ffd166',
      hasUnpublishedChanges: true,
    });
    // What is saved is a draft until it is published.
    expect((await published(bot)).welcomeMessage).toBe('Hello! How can I help you today?');
  });

  it('says which field of which tab is wrong', async () => {
    await tab('Messages');
    await page.getByLabel('Fallback message').fill(' ');
    await tab('AI');
    await page.getByLabel('New answers').fill('99');
    await tab('Deployment');
    // The chat stands beside these as well.
    await page.getByRole('region', { name: 'What visitors see' }).waitFor();
    await page.getByRole('textbox', { name: 'New website' }).fill('not a host');
    await tab('General');
    await button('Save changes').click();
    // The first of them is shown, and the other tab is marked.
    const fallback = page.getByLabel('Fallback message');
    await page.getByText('Please enter something.').waitFor();
    await expect.poll(() => fallback.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'AI has problems' }).waitFor();
    await page.getByRole('link', { name: 'Deployment has problems' }).click();
    await page.getByText('“not a host”: Please enter a website such as example.com.').waitFor();
    await tab('Messages');
    await button('Discard').click();
    await expect.poll(() => fallback.inputValue()).not.toBe(' ');
  });

  it('has business hours with a break, holidays and days of their own', async () => {
    await page.getByRole('switch', { name: 'Use business hours' }).check();
    await page.getByLabel('Monday, to').fill('12:00');
    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    const [from, to] = [page.getByLabel('Monday, from').nth(1), page.getByLabel('Monday, to').nth(1)];
    await from.fill('11:00');
    await page.getByText('The hours overlap or are not in order.').waitFor();
    await button('Save changes').click();
    await expect.poll(() => hasFocus(page.getByLabel('Monday, from').first())).toBe(true);
    await from.fill('13:00');
    await to.fill('00:00');
    await button('Use Monday’s hours for Tuesday to Friday').click();
    await page.getByLabel('Closed on public holidays of').selectOption('DE');
    await page.getByLabel('State').selectOption('BY');
    await page.getByLabel('Date').fill(CLOSED_DAY);
    await button('Add day').click();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await save();
    const { businessHours } = await stored();
    const split = [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '24:00' },
    ];
    expect(businessHours).toMatchObject({
      enabled: true,
      holidays: { country: 'DE', state: 'BY' },
      exceptions: [{ date: CLOSED_DAY, hours: [] }],
    });
    expect(businessHours.week).toMatchObject({ monday: split, friday: split, saturday: [] });
  });

  it('has a picture, which is made small and square before it is sent', async () => {
    await tab('General');
    const drawn = await page.evaluate(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      canvas.getContext('2d').fillRect(0, 0, 450, 600);
      return canvas.toDataURL('image/png').split(',')[1];
    })()`);
    const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(String(drawn), 'base64') };
    await page.locator('input[type=file]').setInputFiles({ ...picture, buffer: Buffer.from('none') });
    await page.getByText('This is no picture that can be read.').waitFor();
    await page.locator('input[type=file]').setInputFiles(picture);
    const shown = page.getByRole('img', { name: 'The bot’s picture' });
    await shown.waitFor();
    // An address that has none says so, in place of a broken picture; another choice mends it.
    await page.getByLabel('Or its address').fill(at('/no-such-picture.png'));
    await page.getByText('There is no picture at this address.').waitFor();
    await expect.poll(() => shown.count()).toBe(0);
    await page.locator('input[type=file]').setInputFiles(picture);
    await shown.waitFor();
    await expect.poll(() => page.getByText('There is no picture at this address.').count()).toBe(0);
    await page.waitForFunction('document.querySelector("img[alt*=picture]").naturalWidth > 0');
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([128, 128]);
    await save();
    const { avatarUrl } = await stored();
    expect(avatarUrl).toMatch(/\/w\//);
    // What was transparent stays so: a PNG, whose kind of colour, in its 26th byte, has an alpha channel.
    const { body } = await request(String(avatarUrl));
    expect([body.subarray(1, 4).toString(), body[25]]).toEqual(['PNG', 6]);
  });

  it('publishes what was changed, says what differs, and goes back', async () => {
    await tab('Deployment');
    const website = page.getByRole('textbox', { name: 'New website' });
    await website.fill('*.com');
    await button('Add').click();
    await page.getByText('This would let in every website with this ending.').waitFor();
    await website.fill('not a host!');
    await page.getByText('Please enter a website such as example.com.').waitFor();
    await website.fill('https://Shop.example/cart');
    await page.getByText('Please enter a website such as example.com.').waitFor({ state: 'detached' });
    await button('Add').click();
    await save();
    expect((await stored()).allowedDomains).toEqual(['shop.example']);

    await version(1).getByRole('button', { name: 'Compare' }).click();
    const row = version(1).getByRole('row').filter({ hasText: 'Welcome message' });
    await expect
      .poll(() => row.getByRole('cell').allInnerTexts())
      .toEqual(['Hello! How can I help you today?', 'Welcome aboard']);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    // What is typed would be left out: publishing saves it first, and says so.
    await button('Publish changes').waitFor();
    await website.fill('bar.example');
    await button('Save and publish').waitFor();
    // What somebody else saved meanwhile goes live once it was looked at, not along with the saving.
    const before = await stored();
    await owner.call('updateBot', {
      path: { botId: before.id },
      body: { version: before.version, companyName: 'Hohenstein' },
    });
    await button('Save and publish').press('Enter');
    await page.getByText('Saved. Somebody else had changed something meanwhile').waitFor();
    expect(await stored()).toMatchObject({
      companyName: 'Hohenstein',
      allowedDomains: ['shop.example', 'bar.example'],
      hasUnpublishedChanges: true,
    });
    await button('Publish changes').waitFor();
    await website.fill('cafe.example');
    await button('Save and publish').press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('There are changes that visitors don’t see yet.').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
    await version(2).getByText('Visitors see this one').waitFor();
    // What was done is said once, by its last step.
    expect(await page.getByText(/^Saved\./).count()).toBe(0);
    const current = await stored();
    expect(current).toMatchObject({
      allowedDomains: ['shop.example', 'bar.example', 'cafe.example'],
      hasUnpublishedChanges: false,
    });
    expect((await published(current)).welcomeMessage).toBe('Welcome aboard');

    await version(1).getByRole('button', { name: 'Go back to this version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to this version' }).click();
    await version(3).getByText('brought back version 1').waitFor();
    // Visitors see what version 1 is: there is nothing to go back to.
    const back = (number: number) => version(number).getByRole('button', { name: 'Go back to this version' });
    await back(2).waitFor();
    await back(1).waitFor({ state: 'detached' });
    // Any two are compared, the older one first, whichever was chosen.
    await version(3).getByRole('button', { name: 'Compare' }).click();
    await version(3).getByLabel('Compare with').selectOption('Version 2');
    await expect
      .poll(() =>
        version(3).getByRole('row').filter({ hasText: 'Welcome message' }).getByRole('cell').allInnerTexts(),
      )
      .toEqual(['Welcome aboard', 'Hello! How can I help you today?']);
    await expect.poll(() => version(3).getByRole('columnheader').allInnerTexts()).toContain('Version 2');
    const bot = await stored();
    expect((await published(bot)).welcomeMessage).toBe('Hello! How can I help you today?');
    expect(bot.welcomeMessage).toBe('Welcome aboard');

    // An old version becomes the draft, too, as a change that is not saved yet.
    const take = (number: number) => version(number).getByRole('button', { name: 'Take into the draft' });
    await take(2).waitFor({ state: 'detached' });
    await take(1).press('Enter');
    await take(1).waitFor({ state: 'detached' });
    // What was pressed says so in its place, and the way to keep it is at hand and in sight.
    const inDraft = version(1).getByRole('button', { name: 'Is in the draft' });
    await expect.poll(() => inDraft.isDisabled()).toBe(true);
    await expect.poll(() => hasFocus(button('Save changes'))).toBe(true);
    const bar = await button('Save changes').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
    // Nothing that is said in passing lies on it.
    const said = page.locator('[aria-live=polite] > div', { hasText: 'are those of version 1' });
    await expect
      .poll(async () => {
        const [toast, save] = [await said.boundingBox(), await button('Save changes').boundingBox()];
        return toast !== null && save !== null && toast.y + toast.height < save.y;
      })
      .toBe(true);
    await button('Discard').click();
    await take(1).click();
    await save();
    expect(await stored()).toMatchObject({
      welcomeMessage: 'Hello! How can I help you today?',
      allowedDomains: [],
    });
    await take(2).click();
    await save();

    await page.getByText('Embedded', { exact: true }).click();
    const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue();
    expect(code).toContain('<div id="parley-chat"></div>');
    expect(code).toContain('data-mode="embedded"');
    // As visitors see it, not as the draft has it.
    expect(code).toContain('data-greeting="Hello! How can I help you today?"');
  });
});

describe('to a viewer', () => {
  it('settings are there to be read, and integrations not at all', async () => {
    const profile = { pk: `USER#${owner.userId}`, sk: 'PROFILE' };
    const table = await operatorTable(cloud);
    await table.set(profile, 'role', 'viewer');
    const { id, status } = await stored();
    await page.goto(at(`/bots/${id}/settings?tab=messaging`));
    await page.getByText('You can view these settings').waitFor();
    expect(await page.getByLabel('Welcome message').isDisabled()).toBe(true);
    const chat = page.frameLocator('iframe[title="What visitors see"]').getByRole('dialog');
    await chat.getByText('Welcome aboard').waitFor();
    // Who may look may also ask.
    await chat.getByRole('textbox').fill('Where is the pool?');
    await chat.getByRole('textbox').press('Enter');
    await chat.locator('li.bot').filter({ hasText: 'find an answer to that in our documents' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await tab('Integrations');
    await page.getByText('Only owners and admins see').waitFor();
    await tab('Deployment');
    await version(1).waitFor();
    for (const name of ['Save changes', 'Add webhook', 'Publish', 'Deploy', 'Go back to this version'])
      expect(await button(name).count()).toBe(0);
    expect((await stored()).status).toBe(status);
    // On a phone the bot's pages don't fit side by side: the one that is open is in sight.
    await page.setViewportSize({ width: 375, height: 740 });
    await page.reload();
    const current = page
      .getByRole('navigation', { name: 'Pages of this bot' })
      .locator('[aria-current=page]');
    await expect
      .poll(() => current.evaluate((link) => link.getBoundingClientRect().right <= window.innerWidth))
      .toBe(true);
    // Nor does the chat stand beside the form there: it is one button away.
    await tab('Messages');
    await button('Show preview').click();
    await chat.getByText('Welcome aboard').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await chat.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await table.set(profile, 'role', 'client');
    table.close();
  });
});

describe('the list of bots', () => {
  it('duplicates a bot, and finds it by words, type and order, all of it in the address', async () => {
    await page.goto(at('/dashboard'));
    await page.getByRole('link', { name: 'From a template' }).waitFor();
    await page.goto(at('/bots'));
    await button('Actions for Concierge').press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Duplicate bot' });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Name of the copy').fill('concierge');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.getByText('A bot with this name already exists').waitFor();
    await dialog.getByLabel('Name of the copy').fill('Night desk');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Night desk', level: 1 }).waitFor();
    await expect
      .poll(() => stored())
      .toMatchObject({ status: 'draft', welcomeMessage: 'Welcome aboard', type: 'faq' });

    await page.goto(at('/bots?sort=name'));
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await names.filter({ hasText: 'Night desk' }).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Concierge', 'Night desk']);
    await page.getByLabel('Search bots').fill('night');
    await page.getByText('1 bot', { exact: true }).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Night desk']);
    await page.getByLabel('Status').selectOption('active');
    await page.getByText('No bot matches').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=night&status=active&sort=name');
    await page.reload();
    await button('Clear filters').click();
    await names.filter({ hasText: 'Concierge' }).waitFor();
  });

  it('pauses a bot and takes it off the air', async () => {
    const card = page.getByRole('listitem').filter({ hasText: 'Concierge' });
    const choose = async (name: string) => {
      await card.getByRole('button', { name: 'Actions for Concierge' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Pause');
    await page.getByText('The bot is paused.').waitFor();
    await choose('Resume');
    await page.getByText('The bot answers again.').waitFor();
    await choose('Take off the air');
    await page.getByRole('dialog').getByRole('button', { name: 'Take off the air' }).click();
    await page.getByText('The bot is off the air.').waitFor();
    await card.getByText('Ready', { exact: true }).waitFor();
  });

  it('deletes a bot whose name was typed, and brings it back', async () => {
    await button('Actions for Night desk').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this bot?' });
    await dialog.getByLabel('Type its name').fill('Night');
    await dialog.getByRole('button', { name: 'Delete bot' }).click();
    await dialog.getByText('This is not its name.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Type its name').fill('Night desk');
    await dialog.getByRole('button', { name: 'Delete bot' }).click();
    await page.getByText('The bot has been deleted.').waitFor();
    const restore = page.getByRole('button', { name: 'Restore Night desk' });
    await restore.waitFor();
    const { items } = DeletedBotList.parse(await owner.call('listDeletedBots'));
    expect(items.map(({ name }) => name)).toEqual(['Night desk']);
    await restore.click();
    await page.getByText('The bot is back.').waitFor();
    await button('Actions for Night desk').waitFor();
    await restore.waitFor({ state: 'detached' });
  });
});
