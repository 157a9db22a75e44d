import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_CHANNELS } from '#contract/insight/notification-kinds';
import { pageTitle, renderPage } from '../../harness/render';
import { refuse } from '../../harness/server';

const CHANNELS = {
  channels: Object.fromEntries(Object.entries(DEFAULT_CHANNELS).map(([k, v]) => [k, [...v]])),
};

/** What the other cards of the page ask for. */
const SECURITY = {
  getSecurity: { secondFactor: false, recoveryCodesLeft: 0 },
  listSessions: { items: [] },
};

afterEach(() => {
  for (const name of ['density', 'motion', 'contrast', 'text']) delete document.documentElement.dataset[name];
});

describe('settings', () => {
  it('shows density and text size on the page at once', async () => {
    const { user } = await renderPage('/settings/appearance');
    await pageTitle('Settings');
    await user.click(await screen.findByRole('radio', { name: 'Compact' }));
    expect(document.documentElement.dataset.density).toBe('compact');
    await user.click(screen.getByRole('link', { name: 'Accessibility' }));
    await user.click(await screen.findByRole('radio', { name: 'Largest' }));
    expect(document.documentElement.dataset.text).toBe('largest');
    await user.click(screen.getByRole('group', { name: 'Text size' }).querySelector('input') as Element);
    expect(document.documentElement.dataset.text).toBeUndefined();
  });

  it('saves a way of being told at once, and takes it back where that fails', async () => {
    const { user, server } = await renderPage('/settings/notifications', {
      server: { getNotificationSettings: CHANNELS as never, chooseNotifications: CHANNELS as never },
    });
    const box = await screen.findByRole('checkbox', { name: "Documents that can't be read: E-mail" });
    expect(box).not.toBeChecked();
    await user.click(box);
    expect(box).toBeChecked();
    expect(server.calls('chooseNotifications').map(({ body }) => body)).toEqual([
      { channels: { document_failed: ['app', 'email'] } },
    ]);
    server.answer({ chooseNotifications: refuse('request.invalid') });
    await user.click(box);
    expect(await screen.findByText('The choice could not be saved. Try again.')).toBeInTheDocument();
    expect(box).toBeChecked();
  });

  it('counts days by another time zone from now on, on every page', async () => {
    const { user, server } = await renderPage('/settings', { server: { setTimeZone: undefined } });
    const zone = await screen.findByRole('combobox', { name: 'Time zone of the account' });
    expect(zone).toHaveValue('Europe/Berlin');
    await user.clear(zone);
    await user.type(zone, 'tokyo{Enter}');
    const read = server.calls('getMe').length;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(server.calls('setTimeZone').map(({ body }) => body)).toEqual([{ timeZone: 'Asia/Tokyo' }]);
    // Where the pages have the zone from.
    await waitFor(() => expect(server.calls('getMe').length).toBeGreaterThan(read));
  });

  it('asks before it signs out everywhere', async () => {
    const { user, server } = await renderPage('/settings/security', { language: 'de', server: SECURITY });
    await user.click(await screen.findByRole('button', { name: 'Überall abmelden' }));
    const dialog = await screen.findByRole('dialog', { name: 'Überall abmelden?' });
    await user.click(within(dialog).getByRole('button', { name: 'Abbrechen' }));
    expect(server.calls('signOutEverywhere')).toEqual([]);
  });

  it('says what to do where devices stay signed in after a new password', async () => {
    const { user, server } = await renderPage('/settings/security', {
      server: { ...SECURITY, notePasswordChange: refuse('server.unavailable') },
    });
    server.cognito.answer({ ChangePassword: {} });
    await user.type(await screen.findByLabelText('Current password'), 'Correct-horse-9');
    await user.type(screen.getByLabelText('New password'), 'Correct-horse-10');
    await user.type(screen.getByLabelText(/Repeat|Confirm/), 'Correct-horse-10');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/^Your password is changed, but your devices/)).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('refuses passwords that do not match', async () => {
    const { user } = await renderPage('/settings/security', { server: SECURITY });
    await user.type(await screen.findByLabelText('Current password'), 'Correct-horse-9');
    await user.type(screen.getByLabelText('New password'), 'Correct-horse-10');
    await user.type(screen.getByLabelText(/Repeat|Confirm/), 'Correct-horse-11');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('New passwords do not match.')).toBeInTheDocument();
  });
});
