import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { refuse } from '../harness/server';

const SERVER = { listNotifications: { items: [], cursor: null, unread: 0 } };

it('are followed at once, and nothing is asked twice', async () => {
  const { server } = await renderPage('/notifications', { server: SERVER });
  await screen.findByText(/Nothing yet/);
  await waitFor(() => expect(live.isOpen()).toBe(true));
  expect(server.calls('listNotifications')).toHaveLength(1);
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
  server.answer({ createSocketTicket: { ticket: 'another', socketUrl: 'wss://live.parley.test' } });
  await waitFor(() => expect(live.isOpen()).toBe(true));
  await waitFor(() => expect(server.calls('listNotifications').length).toBeGreaterThan(asked));
});
