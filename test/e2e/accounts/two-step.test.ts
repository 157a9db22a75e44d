import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { confirmIdentity, fillCredentials, problemsOfBothLooks } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { totpCode } from '../../helpers/totp';
import { newUser, signIn } from '../../helpers/users';
import { app, cloud, enter, newWindow, root } from '../setup';

const STEP = 30_000;

const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });

it('sets an authenticator app up, signs in with its code, then with a recovery code, and turns it off again', async () => {
  const person = await newUser(cloud);
  const page = await newWindow({ viewport: { width: 1280, height: 900 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await enter(page, person);
  await page.goto(app('/settings/security'));
  await page.getByRole('button', { name: 'Set up' }).click();
  await confirmIdentity(page);
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  expect(await problemsOfBothLooks(page, 'the set-up')).toEqual([]);
  await wide(page);
  await dialog.getByLabel('Code that the app shows').fill('12');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Please enter the six digits.').waitFor();
  await dialog.getByLabel('Code that the app shows').fill(totpCode(secret).replace(/^.../, '$& '));
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const saving = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  expect(await problemsOfBothLooks(page, 'recovery codes')).toEqual([]);
  await wide(page);
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes left').waitFor();
  expect(await problemsOfBothLooks(page, 'security settings')).toEqual([]);
  await page.context().close();

  const next = await newWindow({ viewport: { width: 1280, height: 900 } });
  await next.goto(root('/auth/login?redirect=%2Fsettings%2Fsecurity'));
  await fillCredentials(next, person.email);
  await next.getByRole('heading', { name: 'Enter your code' }).waitFor();
  expect(await problemsOfBothLooks(next, 'the code of a sign-in')).toEqual([]);
  await wide(next);
  const code = next.getByLabel('Six-digit code');
  // That of the set-up was taken.
  const right = totpCode(secret, Date.now() + STEP);
  await code.fill(right === '000000' ? '111111' : '000000');
  await next.getByRole('button', { name: 'Sign in' }).click();
  await next.getByText('This code is wrong.').waitFor();
  await code.fill(right);
  await next.getByRole('button', { name: 'Sign in' }).click();
  await next.getByText('10 recovery codes left').waitFor();
  await next.context().close();

  const last = await newWindow({ viewport: { width: 1280, height: 900 } });
  await last.goto(root('/auth/login?redirect=%2Fsettings%2Fsecurity'));
  await fillCredentials(last, person.email);
  await last.getByRole('button', { name: 'Use a recovery code instead' }).click();
  const recovery = last.getByRole('textbox', { name: 'Recovery code' });
  await recovery.fill('ABCD-EFGH-JKMN-PQRS');
  await last.getByRole('button', { name: 'Sign in' }).click();
  await last.getByText('The password or the recovery code is wrong.').waitFor();
  expect(await problemsOfBothLooks(last, 'a recovery code')).toEqual([]);
  await wide(last);
  await recovery.fill(codes[2]?.toLowerCase() ?? '');
  await last.getByRole('button', { name: 'Sign in' }).click();
  await last.getByRole('button', { name: 'Set up' }).waitFor();
  await newestMail(cloud, person.email, ({ subject }) => subject === 'A recovery code was used');
  expect(complaints).toEqual([]);

  await last.getByRole('button', { name: 'Set up' }).click();
  await confirmIdentity(last);
  const again = last.getByRole('dialog', { name: 'Set up two-step sign-in' });
  const another = ((await again.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await again.getByLabel('Code that the app shows').fill(totpCode(another));
  await again.getByRole('button', { name: 'Turn on' }).click();
  await last.getByRole('button', { name: 'I have kept them' }).click();
  // The proof from before still holds.
  await last.getByRole('button', { name: 'Turn off' }).click();
  expect(await problemsOfBothLooks(last, 'turning it off')).toEqual([]);
  await wide(last);
  await last.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await last.getByRole('button', { name: 'Set up' }).waitFor();
  expect((await signIn(cloud, person.email)).accessToken).toBeTruthy();
  await last.context().close();
});
