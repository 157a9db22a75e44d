import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillCredentials } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { type ApiClient, apiClient, PASSWORD, signIn as signInByApi } from '../../helpers/users';
import { app, cloud, newWindow, root } from '../setup';

// Its tabs, its dialogs and what fails: test/component/site/roadmap.

describe('the roadmap', () => {
  it('asks a stranger to log in, and casts the vote that they signed up for, which they may take back', async () => {
    const page = await newWindow();
    const email = `${crypto.randomUUID()}@example.net`;
    await open(page, '/roadmap?tab=planned');
    await voteButton(page, 'More languages').click();
    const asked = page.getByRole('dialog', { name: 'Please log in to vote on features' });
    await asked.getByRole('link', { name: 'Create an account' }).click();
    await signUp(page, email);
    await page.waitForURL(root('/roadmap?tab=planned'));
    await page.getByText('Your vote for “More languages” counts.').waitFor();
    await pressed(page, 'More languages', true);
    const { accessToken } = await signInByApi(cloud, email);
    const person = apiClient(cloud, accessToken);
    await expect.poll(() => ownVotes(person)).toEqual(['more-languages']);

    // The vote is a fact, not something that this window remembers.
    await page.reload();
    await pressed(page, 'More languages', true);
    await lookAtResults(page, 'More languages');
    await voteButton(page, 'More languages').click();
    await pressed(page, 'More languages', false);
    await expect.poll(() => ownVotes(person)).toEqual([]);

    await page.goto(root('/dashboard'));
    await page.waitForURL(app('/dashboard'));
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
    await page.context().close();
  });
});

/** On the root host alone, by the form and the link in the mail. */
async function signUp(page: Page, email: string): Promise<void> {
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
  await page.getByText('Your e-mail address is confirmed.').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => page.url().startsWith(root('/'))).toBe(true);
  await fillCredentials(page, email);
}

/** The focus comes back to what opened them. */
async function lookAtResults(page: Page, voted: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'View Voting Results' });
  await opener.click();
  const results = page.getByRole('dialog', { name: 'Voting results' });
  await results.getByRole('listitem').filter({ hasText: voted }).getByText('Your vote').waitFor();
  await page.keyboard.press('Escape');
  await results.waitFor({ state: 'detached' });
  await expect
    .poll(() => opener.evaluate((element) => element.ownerDocument.activeElement === element))
    .toBe(true);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(root(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function voteButton(page: Page, title: string) {
  return page.getByRole('button', { name: new RegExp(`Vote for “${title}”`) });
}

async function pressed(page: Page, title: string, yes: boolean): Promise<void> {
  const button = voteButton(page, title);
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(yes));
}

async function ownVotes(person: ApiClient): Promise<readonly string[]> {
  return (await person.call<{ featureIds: string[] }>('listOwnVotes')).featureIds;
}
