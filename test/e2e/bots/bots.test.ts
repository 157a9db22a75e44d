import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import { PublicBot } from '#contract/bots/public-bot';
import { accessibilityProblems } from '../../helpers/dashboard';
import { request } from '../../helpers/request';
import { newUser, type TestUser } from '../../helpers/users';
import { app, cloud, windowOf } from '../setup';

const at = (path: string) => app(path);
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 740 };

let owner: TestUser;
let page: Page;

beforeAll(async () => {
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  page = await windowOf(owner, { viewport: DESKTOP });
});

it('a bot is made as a draft, goes live, is changed with the real chat beside it, published again and gone back to', async () => {
  await createDraft();
  await deploy();
  await tab('Settings', 'Pages of this bot');
  await write();
  await colour();
  await saveOnPhone();
  await choosePicture();
  await publishBesideSettings();
  await compare();
  await goBack();
  await takeIntoDraft();
});

async function createDraft(): Promise<void> {
  await page.goto(at('/bots/new'));
  await page.getByLabel('Name', { exact: true }).fill('Concierge');
  await page.getByLabel('Type').selectOption('faq');
  await page.getByLabel('Company name').fill('Nordwind');
  await page.locator('summary', { hasText: 'Messages' }).click();
  await page.getByLabel('Placeholder of the input').fill('What is it about?');
  await page.frameLocator('iframe').getByPlaceholder('What is it about?').waitFor();
  await button('Create bot').click();
  await page.getByRole('heading', { name: 'Give your bot something to read' }).waitFor();
  const draft = await stored();
  expect(draft).toMatchObject({
    type: 'faq',
    companyName: 'Nordwind',
    placeholder: 'What is it about?',
    status: 'draft',
  });
  expect((await request(at(`/w/${draft.widgetId}.json`))).status).not.toBe(200);
}

async function deploy(): Promise<void> {
  await page.getByText('This bot is not live.').waitFor();
  await button('Deploy').click();
  await page.getByText('The bot is live.').waitFor();
  await page.getByText('This bot is not live.').waitFor({ state: 'detached' });
  expect((await published()).companyName).toBe('Nordwind');
}

/** What is written is read in the chat, which takes no focus and is asked as visitors ask it. */
async function write(): Promise<void> {
  await tab('Messages');
  await chat().getByText('Hello! How can I help you today?').waitFor();
  const welcome = page.getByLabel('Welcome message');
  await welcome.fill('Welcome aboard');
  await chat().getByText('Welcome aboard').waitFor();
  await expect.poll(() => hasFocus(welcome)).toBe(true);
  await page.getByRole('textbox', { name: 'New question' }).fill('Where is the pool?');
  await chat().getByText('Where is the pool?').waitFor();
  await page.getByRole('switch', { name: 'Use business hours' }).check();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await chat().getByRole('textbox').fill('When is breakfast?');
  await chat().getByRole('textbox').press('Enter');
  await chat().locator('li.bot').filter({ hasText: 'find an answer to that in our documents' }).waitFor();
}

/** Colours that are hard to read, and rules of their own, of which the chat has what is allowed. */
async function colour(): Promise<void> {
  await tab('Appearance');
  await page.getByLabel('Main colour').fill('FFD166');
  await page.getByText('The text is hard to read').waitFor();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Use text colour #/ }).click();
  await page.getByText('All colours can be read well.').waitFor();
  await page
    .getByRole('textbox', { name: 'Custom CSS' })
    .fill('.header { letter-spacing: 2px; position: fixed }');
  const style = (name: 'letterSpacing' | 'position') =>
    chat()
      .locator('.header')
      .evaluate((header, key) => getComputedStyle(header)[key], name);
  await expect.poll(() => style('letterSpacing')).toBe('2px');
  expect(await style('position')).not.toBe('fixed');
}

/** All that there is to do about a change stands in one row above the bar. What is saved is a draft until it is published. */
async function saveOnPhone(): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect
    .poll(async () => {
      const boxes = await Promise.all(
        ['Show preview', 'Discard', 'Save changes'].map((name) => button(name).boundingBox()),
      );
      return new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size;
    })
    .toBe(1);
  await lookAtPreview();
  await save();
  // Without the bar its button floats.
  await lookAtPreview(async () => expect.poll(() => accessibilityProblems(page)).toEqual([]));
  await page.setViewportSize(DESKTOP);
  expect(await stored()).toMatchObject({
    customCss: '.header {letter-spacing: 2px;}',
    welcomeMessage: 'Welcome aboard',
    starterQuestions: ['Where is the pool?'],
    primaryColor: '#ffd166',
    businessHours: { enabled: true },
    hasUnpublishedChanges: true,
  });
  expect((await published()).welcomeMessage).toBe('Hello! How can I help you today?');
}

async function lookAtPreview(look?: () => Promise<void>): Promise<void> {
  await button('Show preview').click();
  await chat().getByText('Welcome aboard').waitFor();
  await look?.();
  await page.keyboard.press('Escape');
  await chat().waitFor({ state: 'detached' });
}

/** Whatever is chosen is made small and square before it is sent. */
async function choosePicture(): Promise<void> {
  await tab('General');
  const drawn = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
    canvas.getContext('2d').fillRect(0, 0, 450, 600);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(String(drawn), 'base64') };
  await page.locator('input[type=file]').setInputFiles({ ...picture, buffer: Buffer.from('none') });
  await page.getByText('This picture cannot be read.').waitFor();
  await page.locator('input[type=file]').setInputFiles(picture);
  const shown = page.getByRole('img', { name: 'The bot’s picture' });
  await shown.waitFor();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([128, 128]);
  await save();
  const { avatarUrl } = await stored();
  expect(avatarUrl).toMatch(/\/w\//);
  // What was transparent stays so: a PNG, whose kind of colour, in its 26th byte, has an alpha channel.
  const { body } = await request(String(avatarUrl));
  expect([body.subarray(1, 4).toString(), body[25]]).toEqual(['PNG', 6]);
}

/** What is typed would be left out: publishing saves it first, and says so. */
async function publishBesideSettings(): Promise<void> {
  await tab('Deployment');
  // The chat stands beside tables and code only where it takes no room from them.
  const preview = page.getByRole('region', { name: 'What visitors see' });
  await preview.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1680, height: 900 });
  await preview.waitFor();
  await page.setViewportSize(DESKTOP);
  await page.getByRole('textbox', { name: 'New website' }).fill('shop.example');
  await button('Save settings and publish').press('Enter');
  await page.getByText('There are changes that visitors don’t see yet.').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
  await version(2).getByText('Visitors see this one').waitFor();
  expect(await stored()).toMatchObject({ allowedDomains: ['shop.example'], hasUnpublishedChanges: false });
  expect((await published()).welcomeMessage).toBe('Welcome aboard');
}

async function compare(): Promise<void> {
  await version(1).getByRole('button', { name: 'Compare' }).click();
  const row = version(1).getByRole('row').filter({ hasText: 'Welcome message' });
  await expect
    .poll(() => row.getByRole('cell').allInnerTexts())
    .toEqual(['Hello! How can I help you today?', 'Welcome aboard']);
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
}

async function goBack(): Promise<void> {
  await version(1).getByRole('button', { name: 'Go back to this version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to this version' }).click();
  await version(3).getByText('brought back version 1').waitFor();
  expect((await published()).welcomeMessage).toBe('Hello! How can I help you today?');
  expect((await stored()).welcomeMessage).toBe('Welcome aboard');
}

/** What was pressed says so in its place, and the way to keep it is at hand and in sight. */
async function takeIntoDraft(): Promise<void> {
  await version(1).getByRole('button', { name: 'Take into the draft' }).press('Enter');
  const inDraft = version(1).getByRole('button', { name: 'Is in the draft' });
  await expect.poll(() => inDraft.isDisabled()).toBe(true);
  await expect.poll(() => hasFocus(button('Save changes'))).toBe(true);
  const bar = await button('Save changes').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThan(DESKTOP.height);
  // Nothing that is said in passing lies on it.
  const said = page.locator('[aria-live=polite] > div', { hasText: 'are those of version 1' });
  await expect
    .poll(async () => {
      const [toast, save] = [await said.boundingBox(), await button('Save changes').boundingBox()];
      return toast !== null && save !== null && toast.y + toast.height < save.y;
    })
    .toBe(true);
  await save();
  expect(await stored()).toMatchObject({
    welcomeMessage: 'Hello! How can I help you today?',
    allowedDomains: [],
  });
}

function button(name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

function version(number: number): Locator {
  return page.getByRole('region', { name: `Version ${number}` });
}

/** The real chat, as it is beside the settings. */
function chat(): ReturnType<FrameLocator['getByRole']> {
  return page.frameLocator('iframe[title="What visitors see"]').getByRole('dialog');
}

async function tab(name: string, of = 'Settings'): Promise<void> {
  await page.getByRole('navigation', { name: of }).getByRole('link', { name }).click();
}

async function save(): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await button('Save changes').click();
  await saved;
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' });
}

function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement);
}

/** What the server knows of the bot that the page shows. */
async function stored(): Promise<Bot> {
  const [, botId = ''] = /\/bots\/([^/?]+)/.exec(page.url()) ?? [];
  return Bot.parse(await owner.call('getBot', { path: { botId } }));
}

/** What visitors get of it. */
async function published(): Promise<PublicBot> {
  const { widgetId } = await stored();
  return PublicBot.parse((await request(at(`/w/${widgetId}.json`))).json());
}
