import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { AdminUser } from '#contract/operator/admin';
import { UsersPage } from '#features/operator/admin/components/UsersPage.tsx';
import { renderPage, renderPart } from '../../harness/render';
import { type Answers, never, refuse } from '../../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const USER: z.input<typeof AdminUser> = {
  id: 'user-2',
  email: 'kim@example.net',
  name: 'Kim Customer',
  company: null,
  role: 'client',
  status: 'active',
  banReason: null,
  bannedAt: null,
  lastSeen: '2026-03-02',
  createdAt: AT,
};
const show = (server: Answers, language: 'en' | 'de' = 'en') =>
  renderPart(<UsersPage />, { texts: ['admin'], server, language });

describe('users in the administration', () => {
  it('says that they load', async () => {
    await show({ listUsers: never });
    expect(await screen.findByRole('status')).toBeInTheDocument();
  });

  it('says why they could not be loaded', async () => {
    await show({ listUsers: refuse('auth.admin_required') });
    expect(await screen.findByText('Administrator Access Required')).toBeInTheDocument();
  });

  it('says that nobody was found', async () => {
    await show({ listUsers: { items: [], cursor: null } });
    expect(await screen.findByRole('heading', { name: 'Nobody found' })).toBeInTheDocument();
  });

  it('sends what was typed once it rests', async () => {
    const { user, server } = await show({ listUsers: { items: [USER], cursor: null } });
    await user.type(await screen.findByLabelText('Search'), 'kim');
    await screen.findByText('Kim Customer');
    await expect.poll(() => server.calls('listUsers').at(-1)?.query.search).toBe('kim');
    expect(server.calls('listUsers').length).toBeLessThan(4);
  });

  it('bans with a reason, and not without', async () => {
    const { user, server } = await show({
      listUsers: { items: [USER], cursor: null },
      actOnUser: { ...USER, status: 'banned', banReason: 'Spam', bannedAt: AT },
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Kim Customer' }));
    await user.click(screen.getByRole('menuitem', { name: 'Ban' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(dialog.getByText('Please enter 3 to 300 characters.')).toBeInTheDocument();
    expect(server.calls('actOnUser')).toEqual([]);
    await user.type(dialog.getByLabelText(/^Reason/), 'Sends spam');
    await user.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('is banned.')).toBeInTheDocument();
    expect(server.calls('actOnUser').map(({ body }) => body)).toEqual([
      { action: 'ban', reason: 'Sends spam' },
    ]);
  });

  it('says what a refused change was refused for', async () => {
    const { user } = await show({
      listUsers: { items: [{ ...USER, role: 'admin' }], cursor: null },
      actOnUser: refuse('admin.user_changed'),
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Kim Customer' }));
    expect(screen.queryByRole('menuitem', { name: 'Ban' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Demote to user' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Demote to user' }));
    expect(await screen.findByText(/This user was changed meanwhile/)).toBeInTheDocument();
  });

  it('offers nothing about oneself', async () => {
    await show({ listUsers: { items: [{ ...USER, id: 'user-1' }], cursor: null } });
    await screen.findByText('Kim Customer');
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('is told in German', async () => {
    await show(
      { listUsers: { items: [{ ...USER, status: 'banned', banReason: 'Spam' }], cursor: null } },
      'de',
    );
    expect(await screen.findByText('Gesperrt: Spam')).toBeInTheDocument();
  });
});

describe('the administration', () => {
  it('tells others that it is for administrators', async () => {
    await renderPage('/admin/users', {
      server: { getPublicStatus: { maintenance: null, signUpOpen: true } },
    });
    expect(await screen.findByRole('heading', { name: 'Administrator Access Required' })).toBeInTheDocument();
  });

  it('shows everybody the notice of maintenance in their language', async () => {
    const maintenance = { en: 'Tonight at ten', de: 'Heute um zehn' };
    await renderPage('/admin', {
      language: 'de',
      server: { getPublicStatus: { maintenance, signUpOpen: true } },
    });
    expect(await screen.findByText('Heute um zehn')).toBeInTheDocument();
  });
});
