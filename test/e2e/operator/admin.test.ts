import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PublicStatus } from '#contract/accounts/platform-settings';
import {
  adminTokens,
  excessWidth,
  fillCredentials,
  goWithin,
  problemsOfBothLooks,
  signIn,
  storeSession,
} from '../../helpers/dashboard';
import { WAIT_MS } from '../../helpers/patience';
import { apiClient, newUser, signIn as signInByApi, type TestUser } from '../../helpers/users';
import { app, cloud, enter, newWindow, windowOf } from '../setup';

/** Where an answer takes seconds to change, asking all the time would cost more than it is late. */
const ASK_EACH = { interval: 1_000 };

let user: TestUser;
beforeAll(async () => {
  user = await newUser(cloud);
});

async function administration(path: string): Promise<Page> {
  const page = await newWindow({ locale: 'en-GB' });
  await storeSession(page, cloud, 'app', await adminTokens(cloud));
  await page.goto(app(path));
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
  return page;
}

describe('a ban', () => {
  it('takes a user out of their open window at once, and tells them why when they sign in', async () => {
    const hers = await newWindow({ locale: 'en-GB' });
    const opened = hers.waitForEvent('websocket');
    await signIn(hers, cloud, user.email);
    // It is theirs for good once something was said over it, or nothing was for a while.
    const socket = await opened;
    await hers.waitForTimeout(1_000);
    // At once: by what is pushed to them, not by the next answer that they are refused.
    const pushed = socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('session.ended'),
      timeout: WAIT_MS,
    });

    const page = await administration('/admin/users');
    await page.getByLabel('Search').fill(user.email);
    const row = page.getByRole('listitem').filter({ hasText: user.email });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Ban' }).click();
    await page.getByLabel(/^Reason/).fill('Sends spam to visitors.');
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/actions')),
      page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click(),
    ]);
    await pushed;
    await hers.waitForURL(/\/auth\/login/, { waitUntil: 'commit' });
    expect((await user.send('getMe')).status).toBe(403);
    await row.getByText('Banned', { exact: true }).waitFor();

    await fillCredentials(hers, user.email);
    await hers.getByText('Sends spam to visitors.').waitFor();

    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Unban' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unban' }).click();
    await row.getByText('Active', { exact: true }).waitFor();
    // Their sessions have ended for good: they sign in anew.
    expect((await user.send('getMe')).status).toBe(401);
    await hers.waitForTimeout(2_000);
    user = { ...user, ...apiClient(cloud, (await signInByApi(cloud, user.email)).accessToken) };
    expect((await user.send('getMe')).status).toBe(200);

    await goWithin(page, '/admin/activity');
    for (const action of ['User banned', 'User unbanned'])
      await page
        .getByRole('listitem')
        .filter({ hasText: action })
        .filter({ hasText: user.email })
        .first()
        .waitFor();
    await Promise.all([hers.context().close(), page.context().close()]);
  });
});

describe('the administration', () => {
  it('is shut to others, by the page and by the server', async () => {
    const page = await windowOf(user, { locale: 'en-GB' });
    await page.goto(app('/admin/users'));
    await page.getByRole('heading', { name: 'Administrator Access Required' }).waitFor();
    const answer = await user.send('listUsers');
    expect(answer.status).toBe(403);
    expect(answer.text()).toContain('Administrator Access Required');
    await page.context().close();
  });

  it('shows a maintenance notice to everybody, and takes it back', async () => {
    const page = await administration('/admin/settings');
    await page.getByLabel('Show the notice').check();
    await page.getByLabel('Notice in English').fill('We move house tonight at ten.');
    await page.getByLabel('Notice in German').fill('Heute um zehn ziehen wir um.');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The settings are saved.').waitFor();
    const notice = async () => (await user.call<PublicStatus>('getPublicStatus')).maintenance;
    await expect.poll(notice, ASK_EACH).toMatchObject({ en: 'We move house tonight at ten.' });
    const other = await newWindow({ locale: 'de-DE' });
    await other.clock.install();
    await enter(other, user);
    await other.goto(app('/dashboard'));
    // It asks anew every half minute, and each function goes by what it read for ten seconds.
    const shown = other.getByText('Heute um zehn ziehen wir um.');
    const ask = () =>
      Promise.all([
        other.waitForResponse((response) => response.url().endsWith('/api/status')),
        other.clock.fastForward(30_000),
      ]);
    await expect.poll(() => ask().then(() => shown.count()), ASK_EACH).toBe(1);
    await page.getByLabel('Show the notice').uncheck();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(notice, ASK_EACH).toBeNull();
    await expect.poll(() => ask().then(() => shown.count()), ASK_EACH).toBe(0);
    await Promise.all([other.context().close(), page.context().close()]);
  });

  it('and the developer tools are accessible and fit, in both looks', async () => {
    const page = await newWindow({ locale: 'de-DE' });
    await storeSession(page, cloud, 'app', await adminTokens(cloud));
    await page.goto(app('/admin'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const complaints: unknown[] = [];
    const paths = [
      '/admin',
      '/admin/users',
      '/admin/subscriptions',
      '/admin/errors',
      '/admin/messages',
      '/admin/queues',
      '/admin/activity',
      '/admin/settings',
      '/developer-tools',
      '/developer-tools/events',
      '/developer-tools/indexes',
      '/developer-tools/mails',
      '/developer-tools/translations',
    ];
    for (const path of paths) {
      await goWithin(page, path);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      complaints.push(...(await problemsOfBothLooks(page, path)));
      await page.setViewportSize({ width: 375, height: 800 });
      const excess = await excessWidth(page);
      if (excess > 0) complaints.push({ path, excess });
      if (process.env.SHOTS) {
        const name = path.slice(1).replaceAll('/', '-');
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-375.png`, fullPage: true });
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-1280.png`, fullPage: true });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
