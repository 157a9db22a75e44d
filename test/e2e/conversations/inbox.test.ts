import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { accessibilityProblems, excessWidth } from '../../helpers/dashboard';
import { newUser, type TestUser } from '../../helpers/users';
import { join } from '../../integration/table';
import { app, cloud, newWindow, windowOf } from '../setup';

/** A visitor who has not said their name: their page, and a number. */
const UNNAMED = /#\d{4}$/;

it('a team of two shares a conversation: takeover, note, canned reply, no answer over another, resolve', async () => {
  const [owner, colleague] = await Promise.all([
    newUser(cloud, { name: 'Ada Agent' }),
    newUser(cloud, { name: 'Kim Colleague' }),
  ]);
  await join(cloud, owner, 'member', colleague);
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', deploy: true } });
  await owner.call('saveCannedReply', {
    path: { cannedReplyId: 'canned-00001' },
    body: { title: 'Greeting', text: 'Hello, I am {{agent}}.' },
  });

  const visitor = await newWindow({ viewport: { width: 900, height: 700 } });
  await visitor.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  const chat = visitor.getByRole('dialog');
  await chat.getByRole('textbox').fill('My tent has a hole');
  await chat.getByRole('textbox').press('Enter');
  await chat.locator('li').filter({ hasText: bot.fallbackMessage }).first().waitFor();

  // The list stays beside the conversation, with the filter that it had.
  const ada = await pageOf(owner);
  await ada.goto(app('/conversations?status=active'));
  await ada.getByRole('link', { name: UNNAMED }).click();
  await ada.getByRole('heading', { level: 1, name: /^Visitor \d{4}$/ }).waitFor();
  const address = new URL(ada.url());
  expect(address.search).toBe('?status=active');
  await ada.getByRole('link', { name: UNNAMED }).waitFor();

  const kim = await pageOf(colleague, owner);
  await kim.goto(app(address.pathname));
  await kim.getByRole('log').getByText('My tent has a hole').waitFor();
  await ada.getByText('Kim Colleague has this conversation open.').waitFor();

  await ada.getByRole('button', { name: 'Take over' }).click();
  await kim.getByRole('log').getByText('Ada Agent took over.').waitFor();
  await kim.getByText('Note', { exact: true }).click();
  await kim.getByLabel('Your note').fill('She has bought it in May.');
  await kim.getByRole('button', { name: 'Add note' }).click();
  await ada.getByRole('article', { name: 'Note by Kim Colleague' }).waitFor();
  expect(await chat.getByText('bought it in May').count()).toBe(0);

  // Kim begins to write before Ada's answer comes: theirs is kept back until they have seen it.
  await kim.getByText('Reply', { exact: true }).click();
  await kim.getByLabel('Your reply').fill('What size is it?');
  await chat.getByText('Kim Colleague is writing …').waitFor();
  await chat.getByRole('textbox').pressSequentially('It is');
  await ada.getByText(/^Visitor \d{4} is writing …/).waitFor();
  await ada.getByRole('button', { name: 'Canned replies' }).click();
  await ada.getByText('Hello, I am Ada Agent.').click();
  await ada.getByRole('button', { name: 'Send' }).click();
  await chat.locator('li').filter({ hasText: 'Hello, I am Ada Agent.' }).first().waitFor();
  await kim.getByRole('button', { name: 'Send' }).click();
  await kim.getByText(/Somebody else has answered/).waitFor();
  expect(await kim.getByLabel('Your reply').inputValue()).toBe('What size is it?');
  expect(await chat.getByText('What size is it?').count()).toBe(0);
  await kim.getByRole('button', { name: 'Send' }).click();
  await chat.locator('li').filter({ hasText: 'What size is it?' }).first().waitFor();

  for (const width of [1280, 768, 375]) {
    await ada.setViewportSize({ width, height: 800 });
    expect(await accessibilityProblems(ada)).toEqual([]);
    expect(await excessWidth(ada)).toBeLessThanOrEqual(0);
    if (process.env.SCREENSHOTS)
      await ada.screenshot({ path: `${process.env.SCREENSHOTS}/inbox-${width}.png` });
  }
  await ada.setViewportSize({ width: 1280, height: 800 });
  await ada.getByRole('button', { name: 'Resolve' }).click();
  await kim.getByText('This conversation is closed.').waitFor();
  await Promise.all([ada, kim, visitor].map((page) => page.context().close()));
});

/** A dashboard of a person; of another's account where that is given. */
async function pageOf(person: TestUser, account: TestUser = person): Promise<Page> {
  const page = await windowOf(person, { viewport: { width: 1280, height: 800 } });
  if (account !== person)
    await page.addInitScript(
      (choice) => localStorage.setItem('parley.account', choice),
      `${person.userId} ${account.accountId}`,
    );
  return page;
}
