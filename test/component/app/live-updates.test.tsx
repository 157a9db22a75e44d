import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { ME } from '../harness/samples';
import { heldBack, type Reply, refuse } from '../harness/server';

const SERVER = { listNotifications: { items: [], cursor: null, unread: 0 } };
const TEAM: Reply<'getTeam'> = { items: [], usage: { used: 2, limit: 5, plan: 'professional' } };
const TICKET = { ticket: 'another', socketUrl: 'wss://live.parley.test' };
const [ACCOUNT] = ME.accounts;
if (!ACCOUNT) throw new Error('The sample person has no account');
const asRole = (role: 'admin' | 'member'): Reply<'getMe'> => ({
  profile: ME.profile,
  accounts: [{ ...ACCOUNT, role }],
});

it('are followed at once, and what is read while they are is asked for once', async () => {
  const { server, router } = await renderPage('/notifications', { server: { ...SERVER, getTeam: TEAM } });
  await screen.findByText(/Nothing yet/);
  await waitFor(() => expect(live.isOpen()).toBe(true));
  await router.navigate('/team');
  await screen.findByText(/2 of 5 team members/);
  expect(server.calls('getTeam')).toHaveLength(1);
});

it('count from the first reading on: what changed before they could be heard is read again', async () => {
  const ticket = heldBack(TICKET);
  const { server } = await renderPage('/team', {
    server: { ...SERVER, getMe: asRole('member'), getTeam: TEAM, createSocketTicket: ticket.answer },
  });
  await screen.findByRole('button', { name: 'Leave team' });
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
  server.answer({ getMe: asRole('admin') });
  ticket.give();
  await screen.findByRole('button', { name: 'Invite people' });
});

it.each([
  ['were lost', {}],
  ['could not be followed at first', { createSocketTicket: refuse('network.failed') }],
])('that %s are made up for by asking again', async (_, before) => {
  const { server } = await renderPage('/notifications', { server: { ...SERVER, ...before } });
  await screen.findByText(/Nothing yet/);
  if (!('createSocketTicket' in before)) {
    await waitFor(() => expect(live.isOpen()).toBe(true));
    await live.drop();
  }
  const asked = server.calls('listNotifications').length;
  server.answer({ createSocketTicket: TICKET });
  await waitFor(() => expect(live.isOpen()).toBe(true));
  await waitFor(() => expect(server.calls('listNotifications').length).toBeGreaterThan(asked));
});
