import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NotificationId } from '#contract/base/ids';
import type { Notification } from '#contract/insight/notifications';
import { live } from '../../harness/live';
import { pageTitle, renderPage } from '../../harness/render';
import { ME } from '../../harness/samples';
import { refuse } from '../../harness/server';

const notification = (overrides: Partial<Notification> = {}): Notification => ({
  id: NotificationId.parse('n1'),
  kind: 'document_failed',
  at: '2026-11-20T10:00:00.000Z',
  isRead: false,
  name: 'Prices',
  detail: 'Front desk',
  path: '/bots/b1/knowledge',
  ...overrides,
});

describe('the notification centre', () => {
  it('says what will stand there while there is nothing', async () => {
    await renderPage('/notifications');
    await pageTitle('Notifications');
    expect(await screen.findByText('Nothing yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  it('lists what happened, and marks all as read up to the newest', async () => {
    const { server, user } = await renderPage('/notifications', {
      server: {
        listNotifications: {
          items: [
            notification(),
            notification({ id: NotificationId.parse('n0'), kind: 'limit', name: null }),
          ],
          cursor: null,
          unread: 2,
        },
        readNotifications: undefined,
      },
    });
    const link = await screen.findByRole('link', { name: 'Front desk could not read “Prices”' });
    expect(link).toHaveAttribute('href', '/bots/b1/knowledge');
    expect(screen.getByText('A limit of your plan is reached, or nearly')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(server.calls('readNotifications').map(({ body }) => body)).toEqual([{ upTo: 'n1' }]);
  });

  it('counts what it is told of live in the navigation, but not of another account', async () => {
    await renderPage('/notifications');
    await screen.findByText('Nothing yet');
    const [account] = ME.accounts;
    if (!account) throw new Error('no account');
    const told = { type: 'notification.added', inApp: true, inBrowser: false } as const;
    await live.send({
      ...told,
      accountId: 'another' as never,
      notification: notification({ id: 'x' as never }),
    });
    await live.send({ ...told, accountId: account.id, notification: notification() });
    expect(await screen.findByRole('link', { name: /Front desk could not read/ })).toBeInTheDocument();
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(within(nav).getByText('1 unread notification')).toBeInTheDocument();
  });

  it('says in German why it could not be loaded', async () => {
    await renderPage('/notifications', {
      language: 'de',
      server: { listNotifications: refuse('request.invalid') },
    });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Mitteilungen' })).toBeInTheDocument();
  });
});
