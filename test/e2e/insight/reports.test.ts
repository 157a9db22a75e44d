import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '#contract/base/calendar';
import type { Bot } from '#contract/bots/bots';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { ValueFormat } from '#core/insight/reports/writers/values';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { extractPdf } from '#core/reading/pdf';
import { closeWindows } from '../../helpers/browser';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { isWell, storeSession } from '../../helpers/dashboard';
import { nextYear } from '../../helpers/days';
import { newestMail } from '../../helpers/inbox';
import { moveTime } from '../../helpers/time';
import { newUser, signIn } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { newWindow } from '../setup';

/** Its own: its time is moved. */
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => {
  await closeWindows();
  await cloud?.remove();
});

const SHOTS = process.env.REPORT_SHOTS;

it('a report that is made of a template arrives on its day, with its file; views and raw data are exported', async () => {
  // Far from midnight, where Berlin is: what is counted by days is counted in one.
  const asked = new Date(nextYear('02-27T11:00:00Z'));
  await moveTime(cloud, asked);
  const [page, mira] = await Promise.all([newWindow(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  await page.clock.setSystemTime(asked);
  const bot = await mira.call<Bot>('createBot', { body: { name: 'Töpferei', deploy: true } });
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask('Wann öffnet die Töpferei?');
  await visitor.close();
  // What is said is counted some seconds later.
  await waitFor('the conversation to be counted', async () => {
    const { totals } = await mira.call<AnalyticsReport>('getAnalytics', { query: { range: 'today' } });
    return totals.conversations === 1 || undefined;
  });
  await storeSession(page, cloud, 'app', await signIn(cloud, mira.email));
  const dialog = page.getByRole('dialog');
  const look = async (name: string) => {
    if (!SHOTS) return;
    await mkdir(SHOTS, { recursive: true });
    for (const [width, scheme] of [
      [1280, 'light'],
      [768, 'dark'],
      [375, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: name === 'page' });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await page.goto(`${cloud.addresses.app}/analytics/reports`);
  await page.getByText('No scheduled reports yet').waitFor();
  await isWell(page);

  await page.getByRole('button', { name: 'Use: Weekly summary' }).click();
  await dialog.getByLabel('Title').fill('Woche der Töpferei');
  await dialog.getByText('Daily').click();
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
  await page.keyboard.press('Enter');
  await isWell(page);
  await look('schedule');
  await dialog.getByRole('button', { name: 'Save report' }).click();
  await page.getByRole('heading', { name: 'Woche der Töpferei' }).waitFor();
  await page.getByText(/^Next on/).waitFor();
  await look('page');

  await moveTime(cloud, asked.getTime() + 2 * 86_400_000, page);
  const day = new ValueFormat('en', 'UTC').show(dayOf(asked, 'Europe/Berlin'), 'day');
  const mail = await newestMail(
    cloud,
    mira.email,
    ({ subject }) => subject === `Woche der Töpferei – ${day}`,
  );
  expect(mail.text).toContain('Conversations: 1');
  expect(mail.html).toContain('Unsubscribe from this report');

  // As its reader sees it in the inbox.
  const inbox = await newWindow();
  await inbox.goto(`${cloud.addresses.mail}/messages/${mail.id}`);
  if (SHOTS) await inbox.screenshot({ path: `${SHOTS}/mail.png` });
  const [download] = await Promise.all([
    inbox.waitForEvent('download'),
    inbox.getByRole('link', { name: /Woche der Töpferei.*\.pdf/ }).click(),
  ]);
  const pdf = await readFile(await download.path());
  if (SHOTS) await download.saveAs(`${SHOTS}/report.pdf`);
  const words = JSON.stringify(await extractPdf(new Uint8Array(pdf), EXTRACTION_LIMITS));
  for (const expected of ['Woche der Töpferei', 'Resolution rate', 'Knowledge gaps'])
    expect(words).toContain(expected);

  // The run is told, and who wants no more leaves with one click.
  await page.reload();
  await page.getByText('Sent', { exact: true }).first().waitFor();
  const address = /(http:\/\/\S+\/report-mails#token=\S+)/.exec(mail.text ?? '')?.[1] ?? '';
  const stranger = await newWindow();
  await stranger.goto(address);
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
  await stranger.getByText('You will not get this report any more.').waitFor();

  // Raw data is written by a job, and saved from the list.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText('Excel').click();
  await dialog.getByText('Messages').click();
  await look('export');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText('Export complete').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Overview .*\.xlsx$/);
  const { read, utils } = await import('@e965/xlsx');
  const book = read(await readFile(await file.path()));
  expect(JSON.stringify(utils.sheet_to_json(book.Sheets.Messages ?? {}))).toContain(
    'Wann öffnet die Töpferei?',
  );
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await isWell(page);
  await look('page');
});
