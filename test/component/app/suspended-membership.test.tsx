import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { renderPage, server } from '../harness/render';
import { ME } from '../harness/samples';

const TEA = { id: AccountId.parse('account-2'), name: 'Tea Ltd', by: 'plan' as const };
const NOTICE = 'You no longer have access to Tea Ltd';

it('is told with its reason, listed, and can be left', async () => {
  const { user } = await renderPage('/notifications', {
    server: {
      getMe: { ...ME, suspended: [TEA] },
      leaveTeam: () => {
        server.answer({ getMe: { ...ME, suspended: [] } });
        return undefined;
      },
    },
  });
  expect(await screen.findByText(NOTICE)).toBeInTheDocument();
  expect(screen.getByText(/You are now in Example Ltd/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Leave this team' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave this team?' }));
  await user.click(dialog.getByRole('button', { name: 'Leave this team' }));
  await expect.poll(() => screen.queryByText(NOTICE)).toBeNull();
  expect(server.calls('leaveTeam')).toHaveLength(1);
});

it('stands in the list of accounts, where it can not be chosen', async () => {
  await renderPage('/notifications', { server: { getMe: { ...ME, suspended: [TEA] } } });
  await screen.findByText(NOTICE);
  for (const button of screen.queryAllByRole('button', { name: /^Tea Ltd/, hidden: true }))
    expect(button).toBeDisabled();
});
