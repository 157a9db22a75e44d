import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { fillCredentials, newPage, storeSession } from '../helpers/dashboard';
import { newestMail } from '../helpers/inbox';
import { apiClient, newUser, PASSWORD, signIn as signInByApi, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path: string) => `${cloud.addresses.root}${path}`;
let browser: Browser;
let jo: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud, { name: 'Jo Example' });
});
afterAll(() => browser?.close());

describe('the roadmap', () => {
  it('has its tab in the address: links, back and forward, and arrow keys work', async () => {
    const page = await newPage(browser);
    await open(page, '/roadmap');
    await tab(page, 'Completed', true).waitFor();
    await tab(page, 'In progress').click();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(3);
    await expect.poll(() => page.url()).toBe(root('/roadmap?tab=inProgress'));
    await tab(page, 'Future').click();
    await expect.poll(() => page.url()).toBe(root('/roadmap?tab=future'));
    await page.goBack();
    await tab(page, 'In progress', true).waitFor();
    await page.goBack();
    await tab(page, 'Completed', true).waitFor();
    await page.goForward();
    await tab(page, 'In progress', true).waitFor();

    await tab(page, 'In progress').focus();
    await page.keyboard.press('ArrowRight');
    await tab(page, 'Planned', true).waitFor();
    await expect.poll(() => page.url()).toBe(root('/roadmap?tab=planned'));
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('tab-planned');
    await page.keyboard.press('Home');
    await tab(page, 'Completed', true).waitFor();
    await expect.poll(() => page.url()).toBe(root('/roadmap'));

    await open(page, '/roadmap?tab=future');
    await tab(page, 'Future', true).waitFor();
    await open(page, '/roadmap?tab=nothing');
    await tab(page, 'Completed', true).waitFor();
    await page.context().close();
  });

  it('asks a stranger to log in, brings her back and casts the vote that she wanted', async () => {
    const person = await newUser(cloud);
    const page = await newPage(browser);
    await open(page, '/roadmap?tab=future');
    await voteButton(page, 'Voice').click();
    await page.getByRole('dialog', { name: 'Please log in to vote on features' }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillCredentials(page, person.email);
    await page.waitForURL(root('/roadmap?tab=future'));
    await page.getByText('Your vote for “Voice” counts.').waitFor();
    await pressed(page, 'Voice', true);
    await expect.poll(() => ownVotes(person)).toEqual(['voice-conversations']);

    // The vote is a fact, not something that this window remembers.
    await page.reload();
    await pressed(page, 'Voice', true);
    await voteButton(page, 'Voice').click();
    await pressed(page, 'Voice', false);
    await expect.poll(() => ownVotes(person)).toEqual([]);
    await page.context().close();
  });

  it('forgets the wanted vote of who thinks better of it', async () => {
    const person = await newUser(cloud);
    const page = await newPage(browser);
    await open(page, '/roadmap?tab=planned');
    await voteButton(page, 'Connections to CRM systems').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillCredentials(page, person.email);
    await page.waitForURL(`${cloud.addresses.app}/dashboard`);
    await open(page, '/roadmap?tab=planned');
    await pressed(page, 'Connections to CRM systems', false);
    await expect.poll(() => ownVotes(person)).toEqual([]);
    await page.context().close();
  });

  it('takes the vote of who signs up for it, before she has ever seen the application', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await open(page, '/roadmap?tab=planned');
    await voteButton(page, 'More languages').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Full name').fill('Ada Example');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please check your email to verify your account.').waitFor();
    const { html } = await newestMail(cloud, email);
    const link = /href="([^"]*\/auth\/confirm#[^"]*)"/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillCredentials(page, email);
    await page.waitForURL(root('/roadmap?tab=planned'));
    await page.getByText('Your vote for “More languages” counts.').waitFor();
    const { accessToken } = await signInByApi(cloud, email);
    await expect.poll(() => ownVotes(apiClient(cloud, accessToken))).toEqual(['more-languages']);
    await page.context().close();
  });

  it('counts the vote of a person once, though she presses in two windows', async () => {
    const person = await newUser(cloud);
    const tokens = await signInByApi(cloud, person.email);
    const windows = await Promise.all([0, 1].map(() => newPage(browser)));
    for (const page of windows) {
      await storeSession(page, cloud, 'root', tokens);
      await open(page, '/roadmap?tab=future');
      await page.getByRole('button', { name: /“Single sign-on”, \d+ votes? so far/ }).waitFor();
    }
    const before = await votesOf('single-sign-on');
    await Promise.all(windows.map((page) => voteButton(page, 'Single sign-on').click()));
    for (const page of windows) {
      await pressed(page, 'Single sign-on', true);
      await page.getByRole('button', { name: `“Single sign-on”, ${before + 1} vote` }).waitFor();
    }
    await expect.poll(() => votesOf('single-sign-on')).toBe(before + 1);
    for (const page of windows) await page.context().close();
  });

  it('takes a vote back in the view when it could not be stored', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await open(page, '/roadmap?tab=planned');
    await page.route('**/api/roadmap/*/vote', (route) => route.abort());
    await voteButton(page, 'Connections to CRM systems').click();
    await page.getByText('Your vote for “Connections to CRM systems” was not saved.').waitFor();
    await pressed(page, 'Connections to CRM systems', false);
    await page.unroute('**/api/roadmap/*/vote');
    await voteButton(page, 'Connections to CRM systems').click();
    await expect.poll(() => ownVotes(jo)).toContain('crm-integrations');

    await page.getByRole('button', { name: 'View Voting Results' }).click();
    const results = page.getByRole('dialog', { name: 'Voting results' });
    await results
      .getByRole('listitem')
      .filter({ hasText: 'Connections to CRM systems' })
      .getByText('Your vote')
      .waitFor();
    await page.keyboard.press('Escape');
    await results.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'View Voting Results' });
    await expect
      .poll(() => opener.evaluate((element) => element.ownerDocument.activeElement === element))
      .toBe(true);
    await page.context().close();
  });

  it('says so where nobody has voted, and offers another try where the votes did not come', async () => {
    const page = await newPage(browser);
    await page.route('**/api/roadmap', (route) => route.abort());
    await open(page, '/roadmap');
    await page.getByText('Unable to connect').waitFor();
    await page.unroute('**/api/roadmap');
    await page.route('**/api/roadmap', (route) =>
      route.fulfill({ json: { items: [{ featureId: 'crm-integrations', votes: 0 }] } }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Unable to connect').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'View Voting Results' }).click();
    await page.getByRole('heading', { name: 'No votes yet' }).waitFor();
    await page.context().close();
  });

  it('takes a suggestion: by keyboard, with its text kept through a failure, stored once', async () => {
    const page = await newPage(browser);
    await open(page, '/roadmap');
    await page.getByRole('button', { name: 'Suggest New Feature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suggest a new feature' });
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await dialog.getByText('Please provide a rating').waitFor();
    await dialog.getByText('Feedback message is required').waitFor();

    // The first star has the focus.
    await page.keyboard.press('Space');
    for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight');
    await expect.poll(() => dialog.getByRole('radio', { name: '4 stars of 5' }).isChecked()).toBe(true);
    await dialog.getByLabel('Your message').fill('Too short');
    await dialog.getByText('Please write at least 10 characters.').waitFor();
    await dialog.getByText('9/2,000').waitFor();
    await dialog.getByLabel('Your message').fill('Please read our intranet as well.');
    await dialog.getByLabel('E-mail (optional)').fill('jo@');
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await dialog.getByText('Please enter a valid e-mail address, or leave it empty.').waitFor();
    await dialog.getByLabel('E-mail (optional)').fill('jo@example.net');

    const sent: unknown[] = [];
    await page.route('**/api/feedback', (route, request) => {
      sent.push(request.postDataJSON());
      return sent.length === 1 ? route.abort() : route.continue();
    });
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await dialog.getByText('Failed to submit feedback.').waitFor();
    await dialog.getByText('Please try again.').waitFor();
    await expect
      .poll(() => dialog.getByLabel('Your message').inputValue())
      .toBe('Please read our intranet as well.');
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await page
      .getByRole('dialog', { name: 'Thank you!' })
      .getByText(/F-[0-9A-F]{8}/)
      .waitFor();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({
      type: 'feature_request',
      rating: 4,
      email: 'jo@example.net',
      page: '/roadmap',
    });
    await page.context().close();
  });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(root(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function tab(page: Page, name: string | RegExp, selected?: boolean) {
  return page.getByRole('tab', { name, ...(selected === undefined ? {} : { selected }) });
}

function voteButton(page: Page, title: string) {
  return page.getByRole('button', { name: new RegExp(`(Vote for “|Für „)${title}[“”]`) });
}

async function pressed(page: Page, title: string, yes: boolean): Promise<void> {
  const button = voteButton(page, title);
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(yes));
}

async function ownVotes(person: Pick<TestUser, 'call'>): Promise<readonly string[]> {
  return (await person.call<{ featureIds: string[] }>('listOwnVotes')).featureIds;
}

async function votesOf(featureId: string): Promise<number> {
  const { items } = await apiClient(cloud).call<{ items: { featureId: string; votes: number }[] }>(
    'getRoadmap',
  );
  return items.find((item) => item.featureId === featureId)?.votes ?? -1;
}
