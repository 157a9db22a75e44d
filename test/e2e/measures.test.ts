import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import { goWithin, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { app, cloud, newWindow, root } from './setup';

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

let page: Page;
let mira: TestUser;
let bot: Bot;

beforeAll(async () => {
  mira = await newUser(cloud, { name: 'Mira Hohenstein' });
  page = await newWindow({ viewport: LAPTOP });
  bot = Bot.parse(await mira.call('createBot', { body: { name: 'Concierge', deploy: true } }));
  // It has a change that is not published, so its pages carry the notice of it too.
  bot = Bot.parse(
    await mira.call('updateBot', {
      path: { botId: bot.id },
      body: { version: bot.version, flow: FLOW },
    }),
  );
});

it('what is on a page has its place there, on a laptop, on a phone and where there is more room', async () => {
  await lookAtSignUp();
  const tokens = await signIn(cloud, mira.email);
  await storeSession(page, cloud, 'root', tokens);
  await lookAtPublicPage();
  await storeSession(page, cloud, 'app', tokens);
  await walkThroughBot();
  await fillWindowWithFlow();
  await lookAtCards();
  await lookOnPhone();
});

/** The title keeps off the logo also when every field is wrong. */
async function lookAtSignUp(): Promise<void> {
  await page.goto(root('/auth/signup'));
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Please repeat the password.').waitFor();
  const [title, top] = [await boxOf('h1'), await boxOf('header')];
  expect(title.y - (top.y + top.height)).toBeGreaterThanOrEqual(16);
}

/** Its parts keep one edge for who is signed in. */
async function lookAtPublicPage(): Promise<void> {
  await page.goto(root('/about'));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const lefts = async () =>
    new Set(
      await page
        .locator('#main h1, #main h2#mission, #main h2#values, #main h2#story')
        .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().left))),
    );
  await expect.poll(async () => (await lefts()).size).toBe(1);
}

/** Every page of a bot begins its content above y = 260. */
async function walkThroughBot(): Promise<void> {
  await openBot('');
  for (const path of ['', 'knowledge', 'questions', 'conversations', 'analytics', 'flow', 'settings']) {
    await page
      .getByRole('navigation', { name: 'Pages of this bot' })
      .locator(`a[href$="/${path || bot.id}"]`)
      .click();
    await page.waitForURL(`**/bots/${bot.id}${path && `/${path}`}`);
    // What follows the notice is the page itself.
    const content = page
      .getByText('There are changes')
      .locator('xpath=ancestor::div[1]/following-sibling::*[1]');
    // One look at both: what stood in for the page while it loaded may be gone at the next.
    const top = async () => {
      const { y, height } = (await content.boundingBox()) ?? { y: 0, height: 0 };
      return height > 30 ? y : null;
    };
    await expect
      .poll(top, { message: `top of /${path}` })
      .toSatisfy((y: number | null) => y !== null && y > 180 && y < 260);
  }
}

/** The canvas of a flow ends with the window, and fills it until Escape. */
async function fillWindowWithFlow(): Promise<void> {
  await openBot('/flow');
  await page.locator('#flow-canvas').waitFor();
  const place = async () => {
    const { x, y, width, height } = await boxOf('#flow-canvas');
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const small = await place();
  expect(small.bottom).toBeGreaterThan(760);
  expect(small.bottom).toBeLessThanOrEqual(800);
  expect(small.bottom - small.top).toBeGreaterThan(450);

  await page.getByRole('button', { name: 'Hide the panel' }).click();
  await expect.poll(async () => (await place()).right).toBeGreaterThan(small.right + 300);
  await page.getByRole('button', { name: /^\d+ problems$/ }).click();
  await expect.poll(async () => (await place()).right).toBe(small.right);

  await page.getByRole('button', { name: 'Full window' }).click();
  await expect.poll(async () => (await place()).left).toBeLessThan(20);
  expect((await place()).bottom - (await place()).top).toBeGreaterThan(700);
  // What lies behind is not reached by the keyboard.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('header, nav') ?? null)).toBeNull();
  // A dialog above it closes first.
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await place()).left).toBeLessThan(20);
  await page.keyboard.press('Escape');
  await expect.poll(place).toEqual(small);
}

/** Cards that say what is wrong do not cover each other. */
async function lookAtCards(): Promise<void> {
  await page.setViewportSize({ width: 1800, height: 1400 });
  await openBot('/flow');
  const cards = page.locator('.react-flow__node[data-id^=step]');
  await expect.poll(() => cards.count()).toBe(FLOW.steps.length);
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  const overlapping = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter((other) => one && other && meets(one, other)),
  );
  expect(overlapping).toEqual([]);
}

async function lookOnPhone(): Promise<void> {
  await page.setViewportSize(PHONE);
  // The bot's pages don't fit side by side: the one that is open is in sight.
  await openBot('/settings');
  const current = page.getByRole('navigation', { name: 'Pages of this bot' }).locator('[aria-current=page]');
  await expect
    .poll(() => current.evaluate((link) => link.getBoundingClientRect().right <= window.innerWidth))
    .toBe(true);
  // What floats stands on a strip of its own, and no line runs beside it.
  await goWithin(page, '/bots');
  const button = page.locator('[data-floating]').getByRole('link', { name: 'New bot' });
  await button.waitFor();
  const strip = await boxOf('[data-floating]');
  const inside = await button.boundingBox();
  expect(strip).toMatchObject({ x: 0, width: PHONE.width });
  expect(inside && inside.y >= strip.y && inside.y + inside.height <= strip.y + strip.height).toBe(true);
}

async function openBot(path: string): Promise<void> {
  await page.goto(app(`/bots/${bot.id}${path}`));
  await page.getByRole('button', { name: 'Publish changes' }).waitFor();
}

async function boxOf(selector: string): Promise<Box> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`The page shows no ${selector}.`);
  return box;
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const meets = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const LONG =
  'A text which is long enough for as many lines as a card has, and then it still goes on. '.repeat(3);
/** Steps as far from each other as 'Tidy up' places them, each with something wrong. */
const FLOW: Flow = {
  start: 'step1',
  steps: [
    { id: 'step1', type: 'message', text: '', answers: true, place: { x: 0, y: 0 } },
    {
      id: 'step2',
      type: 'question',
      text: LONG,
      field: {
        type: 'multiselect',
        key: 'No key!',
        label: 'Wishes',
        required: true,
        options: [],
        min: null,
        max: null,
      },
      place: { x: 0, y: 150 },
    },
    { id: 'step3', type: 'condition', field: '', operator: 'equals', value: '', place: { x: 0, y: 300 } },
    { id: 'step4', type: 'message', text: LONG, answers: true, place: { x: 0, y: 450 } },
  ],
  edges: [
    { from: 'step1', branch: 'next', to: 'step2' },
    { from: 'step2', branch: 'next', to: 'step3' },
    { from: 'step3', branch: 'yes', to: 'step4' },
  ],
};
