import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../harness/render';
import { never, refuse } from '../../harness/server';

const KEY = {
  id: 'k1',
  name: 'CRM import',
  scopes: ['read' as const],
  ending: 'a1b2',
  createdBy: 'u1',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
};
const NO_BOTS = { items: [], cursor: null };

describe('API keys', () => {
  it('says what went wrong where they cannot be read, and reads them again', async () => {
    const { user, server } = await renderPage('/settings/api-keys', {
      server: { listApiKeys: refuse('server.unavailable'), listBots: NO_BOTS },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.answer({ listApiKeys: { items: [KEY] as never } });
    await user.click(retry);
    expect(await screen.findByText('CRM import')).toBeInTheDocument();
    expect(screen.getByText(/Never used/)).toBeInTheDocument();
  });

  it('makes none without a name and a scope', async () => {
    const { user, server } = await renderPage('/settings/api-keys', {
      server: { listApiKeys: { items: [] }, listBots: NO_BOTS, createApiKey: never },
    });
    await user.click(await screen.findByRole('button', { name: 'New key' }));
    const dialog = await screen.findByRole('dialog', { name: 'New API key' });
    await user.click(within(dialog).getByRole('checkbox', { name: /^Read/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Please choose at least one.');
    expect(server.calls('createApiKey')).toEqual([]);
  });
});

describe('the name of an account', () => {
  const server = { getAccountDeletion: { deletion: null }, getAccountExport: { export: null } };

  it('is changed by its owner, and not to nothing', async () => {
    const { user, server: asked } = await renderPage('/settings/account', {
      server: { ...server, renameAccount: ({ body }) => body },
    });
    const field = await screen.findByLabelText('Name of the account');
    expect(screen.queryByRole('button', { name: 'Save name' })).not.toBeInTheDocument();
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText('Please enter 2 to 160 characters.')).toBeInTheDocument();
    await user.type(field, '  Miller & Sons ');
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText('The account is called Miller & Sons now.')).toBeInTheDocument();
    expect(asked.calls('renameAccount').map(({ body }) => body)).toEqual([{ name: 'Miller & Sons' }]);
  });

  it('is only read by others', async () => {
    await renderPage('/settings/account', { role: 'admin', server });
    expect(await screen.findByLabelText('Name of the account')).toHaveAttribute('readonly');
  });
});

describe('the end of an account', () => {
  it('is asked for by its name only', async () => {
    const { user, server } = await renderPage('/settings/account', {
      language: 'de',
      server: { getAccountDeletion: { deletion: null }, getAccountExport: { export: null } },
    });
    await user.click(await screen.findByRole('button', { name: 'Konto löschen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dieses Konto löschen?' });
    await user.type(within(dialog).getByRole('textbox'), 'Etwas anderes');
    await user.click(within(dialog).getByRole('button', { name: 'Konto löschen' }));
    expect(await within(dialog).findByText('Das ist nicht der Name des Kontos.')).toBeInTheDocument();
    expect(server.calls('requestAccountDeletion')).toEqual([]);
  });

  it('shows until when it can be undone, and undoes it', async () => {
    const deletion = { requestedAt: '2030-01-01T10:00:00.000Z', deletesAt: '2030-01-15T10:00:00.000Z' };
    const { user } = await renderPage('/settings/account', {
      server: {
        getAccountDeletion: { deletion },
        getAccountExport: { export: null },
        undoAccountDeletion: { deletion: null },
      },
    });
    expect(await screen.findByText(/This account is deleted on .*2030/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep the account' }));
    expect(await screen.findByRole('button', { name: 'Delete account' })).toBeInTheDocument();
  });
});
