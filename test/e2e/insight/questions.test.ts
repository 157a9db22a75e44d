import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { UnansweredList } from '#contract/insight/unanswered';
import type { DocumentPage } from '#contract/knowledge/documents';
import { chooseAction, isWell } from '../../helpers/dashboard';
import { newUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { app, cloud, enter, newWindow } from '../setup';

it('what visitors ask in vain becomes answers, which are edited beside the documents; test questions guard a deployment', async () => {
  const [page, mira] = await Promise.all([newWindow(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  const bot = await mira.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
  const visitor = await openVisitor(cloud, bot.widgetId);
  for (const question of [
    'Is the glasshouse heated in winter?',
    'Do you heat the glasshouse in winter?',
    'Who invented the telephone?',
  ])
    await visitor.ask(question);
  await enter(page, mira);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  // Questions alike stand together; one is dismissed, and comes back.
  const listed = page.getByRole('heading', { level: 3 });
  await expect
    .poll(async () => {
      await page.goto(app(`/bots/${bot.id}/questions`));
      await page.getByRole('heading', { name: 'Unanswered questions' }).waitFor();
      await page.getByText('Asked 2 times').or(page.getByText('No unanswered questions')).first().waitFor();
      return listed.allTextContents();
    })
    .toEqual(['Is the glasshouse heated in winter?', 'Who invented the telephone?']);
  await page.getByText('As visitors put it').first().click();
  await page.getByRole('link', { name: 'Do you heat the glasshouse in winter?' }).waitFor();
  await isWell(page);
  await button('Dismiss: Who invented the telephone?').click();
  await page.getByText('Dismissed: Who invented the telephone?').waitFor();
  await button('Undo').click();
  await page.getByRole('heading', { name: 'Who invented the telephone?' }).waitFor();

  // The answer is written, and answers at once.
  await button('Write an answer to: Is the glasshouse heated in winter?').click();
  await dialog.getByText('Do you heat the glasshouse in winter?').waitFor();
  await dialog.getByRole('button', { name: 'Save the answer' }).click();
  await dialog.getByText('Please enter an answer.').waitFor();
  await dialog.getByLabel('Answer').fill('Yes, it is heated to 18 degrees.');
  await isWell(page);
  // Two clicks, before the button could be shown as busy, save it once.
  const posted: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/answer')) posted.push(sent.url());
  });
  await dialog.getByRole('button', { name: 'Save the answer' }).evaluate((save: HTMLElement) => {
    save.click();
    save.click();
  });
  await page.getByText('Answered: Is the glasshouse heated in winter?').waitFor();
  expect((await visitor.ask('Is the glasshouse heated in winter?')).message.text).toContain('18 degrees');
  expect(posted).toHaveLength(1);

  // A test question is added and passes; it guards deployments from now on.
  await page.getByRole('link', { name: 'Test questions' }).click();
  await button('Add a test question').click();
  await dialog.getByLabel('Question').fill('Is the glasshouse heated in winter?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please choose a document, or enter words below.').waitFor();
  await dialog.getByLabel('Expected document').selectOption('Is the glasshouse heated in winter?');
  await dialog.getByLabel('Expected words').fill('18 degrees');
  await isWell(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await button('Run now').click();
  await page.getByText('1 of 1 passes').waitFor();
  const gate = page.getByRole('switch', { name: 'Refuse to deploy when answers get worse' });
  await gate.click();
  await expect.poll(() => gate.isChecked()).toBe(true);
  await expect.poll(() => gate.isEnabled()).toBe(true);
  await isWell(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await isWell(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await mira.call('actOnBot', { path: { botId: bot.id }, body: { action: 'publish' } });

  // The pair stands beside the documents; its answer is changed there.
  await page.getByRole('link', { name: 'Knowledge' }).click();
  await chooseAction(page, 'Is the glasshouse heated in winter?', 'Change the answer');
  await expect.poll(() => dialog.getByLabel('Answer').inputValue()).toBe('Yes, it is heated to 18 degrees.');
  await dialog.getByLabel('Answer').fill('No, it is closed then.');
  await dialog.getByRole('button', { name: 'Save the answer' }).click();
  await page.getByText('No, it is closed then.').waitFor();
  await isWell(page);
  // One that was asked in vain leaves the open ones with the pair that answers it, unless that is taken back.
  await visitor.ask('Where are the lockers?');
  const open = async () =>
    (await mira.call<UnansweredList>('listUnanswered', { path: { botId: bot.id } })).items.map(
      ({ question }) => question,
    );
  await expect.poll(open).toContain('Where are the lockers?');
  await button('Write an answer').click();
  await dialog.getByLabel('Question').fill('Are there lockers?');
  await dialog.getByLabel('Answer').fill('Behind the till.');
  await dialog.getByRole('button', { name: 'Save the answer' }).click();
  await dialog.getByRole('heading', { name: 'An open question is answered too' }).waitFor();
  await dialog.getByText('Where are the lockers?').waitFor();
  expect(await open()).not.toContain('Where are the lockers?');
  await isWell(page);
  await dialog.getByRole('button', { name: 'That is a different question' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await open()).toContain('Where are the lockers?');
  await page.getByRole('heading', { name: 'Are there lockers?' }).waitFor();

  // Now the deployment would do harm: it is refused, says why, and goes through when the guard is off.
  await mira.call('actOnBot', { path: { botId: bot.id }, body: { action: 'deactivate' } });
  await mira.call('actOnBot', { path: { botId: bot.id }, body: { action: 'undeploy' } });
  await page.goto(app(`/bots/${bot.id}`));
  await button('Deploy').click();
  await page.getByText('1 question that passed before fails now.').waitFor();
  await page.getByText('Fails, passed before').waitFor();
  await page.getByText('Missing from the answer: 18 degrees').waitFor();
  await isWell(page);
  await gate.click();
  await expect.poll(() => gate.isChecked()).toBe(false);
  await expect.poll(() => gate.isEnabled()).toBe(true);
  await button('Deploy').click();
  await page.getByText('The bot is live.').waitFor();

  // A test question whose document is deleted says so, and offers to choose another.
  const { items } = await mira.call<DocumentPage>('listDocuments', { path: { botId: bot.id } });
  const pair = items.find(({ title }) => title === 'Is the glasshouse heated in winter?');
  await mira.call('deleteDocument', { path: { botId: bot.id, documentId: pair?.id ?? '' } });
  await page.goto(app(`/bots/${bot.id}/questions?tab=tests`));
  await page.getByText('Its document was deleted').waitFor();
  expect(await page.getByText('Missing from the answer').count()).toBe(0);
  await isWell(page);
  await button('Choose another document').click();
  await dialog.getByLabel('Expected document').selectOption('Are there lockers?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Source: Are there lockers?').waitFor();
  await page.getByText('Its document was deleted').waitFor({ state: 'detached' });
});
