import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Billing } from '#contract/accounts/billing';
import type { PlanStanding } from '#contract/accounts/plan-standing';
import { closeWindows } from '../../helpers/browser';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { problemsOfBothLooks, storeSession } from '../../helpers/dashboard';
import { moveTime } from '../../helpers/time';
import { apiClient, newUser, signIn, type TestUser } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { newWindow } from '../setup';

const DESKTOP = { width: 1280, height: 800 };
/** A card whose bank wants to hear from its holder each time. */
const ASKS_EACH_TIME = '4000 0027 6000 3184';

/** Of its own: renewals come when its clock is moved. */
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => {
  await closeWindows();
  await cloud?.remove();
});

it('subscribes by the payment page, pays what the renewal could not, changes the plan by the bank’s word, and cancels', async () => {
  const owner = await newUser(cloud);
  const page = await openBilling(owner);
  await leavePayment(page);
  await subscribe(page);
  await page.getByText('Starter is active. Your new limits apply at once.').waitFor();
  await status(owner, 'starting');

  // The renewal finds nobody who answers the bank: the owner pays it themselves.
  await moveTime(cloud, cloud.cloud.clock.now() + 20 * 86_400_000, page);
  await status(owner, 'past_due');
  await payOpenInvoice(page);
  await status(owner, 'active');
  await findNotification(page);

  await changePlan(page);
  await page.goto(`${cloud.addresses.app}/team`);
  await page.getByText(/of 5/).first().waitFor();
  await changeCard(page);
  await cancelAndKeep(page);
  await page.context().close();
});

async function openBilling(owner: TestUser): Promise<Page> {
  const page = await newWindow({ viewport: DESKTOP });
  await page.clock.setSystemTime(cloud.cloud.clock.now());
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
  await page.goto(`${cloud.addresses.app}/billing`);
  return page;
}

/** Asks with a session of its own: one from before the time was moved is over. */
async function status({ email }: TestUser, wanted: PlanStanding['state']): Promise<void> {
  const { accessToken } = await signIn(cloud, email);
  const owner = apiClient(cloud, accessToken);
  await waitFor(`the subscription to be ${wanted}`, async () => {
    const billing = await owner.call<Billing>('getBilling');
    return billing.standing.state === wanted ? true : undefined;
  });
}

async function leavePayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe to Starter' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('The payment was canceled. Nothing was charged.').waitFor();
  await expectNoProblems(page, 'billing');
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe to Starter' }).click();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Your card was declined.').waitFor();
  await page.getByLabel('Card number').fill(ASKS_EACH_TIME);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL('**/thank-you?success=true&plan=starter');
}

async function payOpenInvoice(page: Page): Promise<void> {
  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByText('Your last payment failed').waitFor();
  await page.getByRole('link', { name: 'Pay the open invoice' }).click();
  await payInvoice(page);
}

/** On the page of the payment service, whose bank asks. */
async function payInvoice(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill(ASKS_EACH_TIME);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
}

async function findNotification(page: Page): Promise<void> {
  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByText(/^Starter, renews on/).waitFor();
  // One of them may be of their first sign-in by this browser.
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
}

async function changePlan(page: Page): Promise<void> {
  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByRole('button', { name: 'Change to Professional' }).click();
  await page.getByRole('button', { name: 'Change plan' }).click();
  const confirm = page.getByRole('link', { name: 'Confirm or pay the invoice' });
  await confirm.waitFor();
  await page.getByText(/^Starter, renews on/).waitFor();
  await expectNoProblems(page, 'billing, a change that waits');
  const [bank] = await Promise.all([page.context().waitForEvent('page'), confirm.click()]);
  await payInvoice(bank);
  // The page follows by itself.
  await page.getByText(/^Professional, renews on/).waitFor();
  await confirm.waitFor({ state: 'detached' });
}

async function changeCard(page: Page): Promise<void> {
  await page.goto(`${cloud.addresses.app}/billing`);
  await page.getByRole('button', { name: 'Manage cards' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('link', { name: 'Back to Parley' }).click();
}

async function cancelAndKeep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText(/^Professional ends on/).waitFor();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
  await page
    .getByRole('link', { name: /Download invoice/ })
    .first()
    .waitFor();
  await expectNoProblems(page, 'billing, subscribed');
}

async function expectNoProblems(page: Page, where: string): Promise<void> {
  expect(await problemsOfBothLooks(page, where)).toEqual([]);
  await page.setViewportSize(DESKTOP);
}
