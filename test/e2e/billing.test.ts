import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Billing } from '#contract/billing';
import { browser as openBrowser } from '../helpers/browser';
import { type OwnCloud, startCloud } from '../helpers/cloud';
import { newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { waitFor } from '../helpers/wait-for';

/** Of its own: renewals come when its clock is moved. */
let cloud: OwnCloud;
let browser: Browser;
beforeAll(async () => {
  [browser, cloud] = [await openBrowser(), await startCloud()];
});
afterAll(async () => {
  await browser?.close();
  await cloud?.remove();
});

async function openBilling(owner: TestUser): Promise<Page> {
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
  await page.goto(`${cloud.addresses.app}/billing`);
  return page;
}

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

const status = (owner: TestUser, wanted: string) =>
  waitFor(`the subscription to be ${wanted}`, async () => {
    const billing = await owner.call<Billing>('getBilling');
    return billing.status === wanted ? billing : undefined;
  });

it('subscribes by the payment page, has the new limits at once, and cancels', async () => {
  const owner = await newUser(cloud);
  const page = await openBilling(owner);
  await page.getByRole('button', { name: 'Subscribe to Professional' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('The payment was canceled. Nothing was charged.').waitFor();
  expect(await problemsOfBothLooks(page, 'billing')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Subscribe to Professional' }).click();
  await pay(page, '4000 0000 0000 0002');
  await page.getByText('Your card was declined.').waitFor();
  await pay(page, '4242 4242 4242 4242');
  await page.waitForURL('**/thank-you?success=true&plan=professional');
  await page.getByText('Professional is active. Your new limits apply at once.').waitFor();
  await page.goto(`${cloud.addresses.app}/team`);
  await page.getByText(/of 5/).first().waitFor();

  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText(/^Professional ends on/).waitFor();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
  await page
    .getByRole('link', { name: /Download invoice/ })
    .first()
    .waitFor();
  expect(await problemsOfBothLooks(page, 'billing, subscribed')).toEqual([]);
  await page.context().close();
});

it('keeps the plan while a payment fails, and recovers by a new card', async () => {
  const owner = await newUser(cloud);
  const page = await openBilling(owner);
  await page.getByRole('button', { name: 'Subscribe to Starter' }).click();
  await pay(page, '4000 0000 0000 0341');
  await page.waitForURL('**/thank-you?success=true&plan=starter');
  await status(owner, 'trialing');
  await cloud.cloud.clock.moveTo(Date.now() + 20 * 86_400_000);
  await status(owner, 'past_due');
  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByText('Your last payment failed').waitFor();
  await page.getByRole('button', { name: 'Change card' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await status(owner, 'active');
  await page.getByRole('link', { name: 'Back to Parley' }).click();
  await page.getByText(/^Starter, renews on/).waitFor();
  // One of them may be of her first sign-in by this browser.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByText(/unread notification/)
    .waitFor();
  await page.goto(`${cloud.addresses.app}/notifications`);
  await page
    .getByRole('main')
    .getByText(/payment/i)
    .first()
    .waitFor();
  await page.context().close();
});
