import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { problemsOfBothLooks } from '../../helpers/dashboard';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser } from '../../helpers/users';
import { app, cloud, enter, newWindow } from '../setup';

it('an owner says on their phone which first row is a header, and has scanned pages read', async () => {
  const [page, mira] = await Promise.all([
    newWindow({ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 375, height: 800 } }),
    newUser(cloud, { name: 'Mira Hohenstein' }),
  ]);
  await enter(page, mira);
  const bot = await mira.call<Bot>('createBot', { body: { name: 'Helper', language: 'de' } });
  const files = [
    { fileName: 'hallen.csv', content: Buffer.from('Was,Wo\nFahrräder,Halle A\nSkier,Halle B\n') },
    {
      fileName: 'scan.pdf',
      content: await readFile(new URL('../../fixtures/documents/scan.pdf', import.meta.url)),
    },
  ];
  for (const file of files) await processed(mira, await uploadDocument(mira, bot.id, file));
  const isWell = (where: string) => expect.poll(() => problemsOfBothLooks(page, where)).toEqual([]);

  await page.goto(app(`/bots/${bot.id}/knowledge`));
  await page.getByText(/Damit sie gelesen werden, schalten Sie „Gescannte Seiten lesen“ ein/).waitFor();
  const toggle = page.getByRole('switch', { name: 'Gescannte Seiten lesen' });
  await toggle.check();
  await page.getByText(/^2 Seiten sind Bilder: Ihr Text wurde erkannt/).waitFor();
  await isWell('the documents');

  await page.getByRole('button', { name: 'Aktionen für hallen' }).click();
  await page.getByRole('menuitem', { name: 'So wurden Tabellen gelesen' }).click();
  const table = page.getByRole('dialog').getByRole('region', { name: 'Tabelle 1', exact: true });
  await table.getByText(/Sie hat keine Kopfzeile/).waitFor();
  await isWell('the tables');
  await table.getByText('Ist Kopfzeile', { exact: true }).click();
  await table.getByText('Die erste Zeile ist eine Kopfzeile. Das haben Sie gesagt.').waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Was', 'Wo']);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tables-375.png` });
  await page.keyboard.press('Escape');
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/scans-375.png`, fullPage: true });
});
