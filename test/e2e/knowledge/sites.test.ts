import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { chooseAction, isWell } from '../../helpers/dashboard';
import { newUser } from '../../helpers/users';
import { operatorTable } from '../../integration/table';
import { app, cloud, enter, newWindow } from '../setup';

it('a website is added, confirmed by what it shows, read, asked about, thinned out and removed', async () => {
  const [page, mira] = await Promise.all([newWindow(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  await enter(page, mira);
  const bot = await mira.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
  const shop = cloud.addresses.customer;
  await page.goto(app(`/bots/${bot.id}/knowledge`));
  await page.getByRole('button', { name: 'Add a website' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://example.com/');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Please enter an address that begins with https://').waitFor();
  await dialog.getByLabel('Address').fill(`${shop}/help`);
  await isWell(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  // What it has to show is there to be copied, and a look that finds nothing says what to do.
  const site = page.getByRole('region', { name: `${shop}/help` });
  await site.getByText('Not confirmed').waitFor();
  await site.getByRole('button', { name: 'Confirm' }).click();
  await site.getByRole('alert').getByText('Publish the file, the tag or the record').waitFor();
  const token = await site.getByRole('textbox').inputValue();
  await site.getByText('Meta tag').click();
  await expect.poll(() => site.getByRole('textbox').inputValue()).toContain(`content="${token}"`);
  await isWell(page);
  const owner = await newWindow();
  await owner.goto(`${shop}/owner`);
  await owner.getByLabel('Confirmation code').fill(token);
  await owner.getByRole('button', { name: 'Show it' }).click();
  await owner.getByText('The code is shown.').waitFor();
  await owner.context().close();
  await site.getByRole('button', { name: 'Confirm' }).click();
  await site.getByText('Up to date').waitFor();

  // Its pages are documents, each with its address, and are found by what they say.
  await site.getByRole('button', { name: 'Pages' }).click();
  const pages = site.getByRole('list', { name: /^Pages of/ });
  await expect.poll(() => pages.getByText('Ready').count()).toBe(3);
  await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Question' }).fill('What does delivery to Switzerland cost?');
  await page.getByRole('button', { name: 'Ask your bot' }).click();
  await page.getByText('Your bot would answer from these passages.').waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  await isWell(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [original] = await Promise.all([
    page.context().waitForEvent('page'),
    chooseAction(page, 'Delivery', 'Open original'),
  ]);
  await original.waitForURL(`${shop}/help/delivery`);
  await original.close();

  await pages.getByRole('button', { name: `Leave out ${shop}/help/sizes` }).click();
  await pages.getByText('Left out').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: /^Sizes of rucksacks/ }).count()).toBe(0);
  await site.getByLabel('Read again').selectOption('daily');
  await page.getByText('The schedule has been saved.').waitFor();
  await site.getByText(/next on/).waitFor();

  // Lost, it says what to do and what is left; what it knows stays to be seen, and what it shows confirms it again.
  const table = operatorTable(cloud);
  const ownership = { pk: `ACCOUNT#${mira.accountId}`, sk: `SITE_OWNERSHIP#${shop}` };
  await table.set(ownership, 'missingSince', '2026-03-01T09:00:00.000Z');
  await page.reload();
  await site.getByText(/has not been found since .*soon stop reading/).waitFor();
  await site.getByRole('button', { name: 'Read now' }).waitFor();
  await table.set(ownership, 'confirmedAt', undefined);
  await page.reload();
  await site.getByText('the website is not read any more').waitFor();
  await isWell(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await isWell(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await site.getByRole('button', { name: 'Pages' }).click();
  await pages.getByText('Ready').first().waitFor();
  await site.getByRole('button', { name: 'Confirm' }).click();
  await site.getByText('Up to date').waitFor();
  await expect.poll(() => site.getByText('has not been found').count()).toBe(0);

  await site.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('heading', { name: `${shop}/help` }).count()).toBe(0);
  await page.getByText('Your website can answer, too').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Delivery', exact: true }).count()).toBe(0);
});
