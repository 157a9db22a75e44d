import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BotId, DocumentId } from '#contract/base/ids';
import { renderPage } from '../harness/render';
import { ME, sampleBot } from '../harness/samples';
import { never, refuse } from '../harness/server';

const BOT = sampleBot();

const FOUND = {
  bots: [{ id: BOT.id, name: 'Front desk' }],
  documents: [
    { id: DocumentId.parse('d1'), title: 'Front prices', botId: BotId.parse('b1'), botName: 'Front desk' },
  ],
  conversations: [],
};

const open = async (scene: Parameters<typeof renderPage>[1] = {}) => {
  const page = await renderPage('/notifications', {
    ...scene,
    server: { searchAccount: FOUND, listBots: { items: [BOT], cursor: null }, ...scene.server },
  });
  await screen.findByText(/Nothing yet|Noch nichts/);
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  // A browser's dialog does so itself.
  await page.user.click(field);
  return { ...page, field };
};

describe('the command palette', () => {
  it('opens a page by the keyboard alone', async () => {
    const { user, router } = await open({ server: { listTemplates: never } });
    await user.keyboard('templ');
    expect(await screen.findByRole('option', { name: 'Templates' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/templates'));
  });

  it('forgives a letter, and lists the bots before the server has answered', async () => {
    const { user } = await open({ server: { searchAccount: never } });
    await user.keyboard('tepmlates');
    expect(await screen.findByRole('option', { name: 'Templates' })).toBeInTheDocument();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('frnt');
    expect(screen.getByRole('option', { name: 'Front desk' })).toBeInTheDocument();
  });

  it('finds a page by its address, before articles of help and whatever is typed wrong', async () => {
    const { user } = await open({
      server: { searchAccount: { bots: [], documents: [], conversations: [] } },
    });
    for (const typed of ['conversations', 'conversatons']) {
      await user.clear(screen.getByRole('combobox'));
      await user.keyboard(typed);
      await screen.findByRole('option', { name: /conversation/i });
      expect(screen.getAllByRole('option')[0]).toHaveTextContent('Inbox');
    }
  });

  it('leads a viewer to no page that would refuse them', async () => {
    const { user } = await open({ role: 'viewer' });
    expect(screen.queryByRole('link', { name: 'Billing' })).not.toBeInTheDocument();
    await user.keyboard('billing');
    await waitFor(() => expect(screen.queryAllByRole('option')).not.toContain('Templates'));
    expect(screen.queryByRole('option', { name: 'Billing' })).not.toBeInTheDocument();
  });

  it('finds bots and documents, and moves among them with the arrows', async () => {
    const { user, field } = await open();
    await user.keyboard('front');
    const bot = await screen.findByRole('option', { name: 'Front desk' });
    expect(bot).toHaveAttribute('aria-selected', 'true');
    // The bot is known here; the document comes with the server's answer.
    const document = await screen.findByRole('option', { name: /Front prices/ });
    await user.keyboard('{ArrowDown}');
    expect(document).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', document.id);
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { name: 'Front desk' })).toHaveAttribute('aria-selected', 'true');
  });

  it('says that nothing was found, and that the search failed', async () => {
    const { user, server } = await open({
      server: { searchAccount: { bots: [], documents: [], conversations: [] } },
    });
    await user.keyboard('zzz');
    expect(await screen.findByText('Nothing found for “zzz”.')).toBeInTheDocument();
    server.answer({ searchAccount: refuse('auth.forbidden') });
    await user.keyboard('y');
    expect(await screen.findByText(/The search failed/)).toBeInTheDocument();
  });

  it('offers a viewer nothing that they may not do', async () => {
    const { user } = await open({ role: 'viewer' });
    for (const name of ['New bot', 'Invite a colleague', 'Create an API key'])
      expect(screen.queryByRole('option', { name })).not.toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Sign out' })).toBeInTheDocument();
    await user.keyboard('security');
    expect(await screen.findByRole('option', { name: 'Security Settings' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: /API keys|Administration/ })).not.toBeInTheDocument();
  });

  it('finds sections of the settings, pages of the administration and articles of help', async () => {
    const { user, router } = await open({
      server: {
        getMe: { ...ME, profile: { ...ME.profile, role: 'admin' } },
        listApiKeys: { items: [] },
      },
    });
    expect(screen.queryByRole('option', { name: 'Queues Administration' })).not.toBeInTheDocument();
    await user.keyboard('queues');
    expect(await screen.findByRole('option', { name: 'Queues Administration' })).toBeInTheDocument();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('api keys');
    expect(await screen.findByRole('option', { name: 'API keys Settings' })).toBeInTheDocument();
    expect(await screen.findByRole('option', { name: 'API keys' })).toBeInTheDocument();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('create an api key{Enter}');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/settings/api-keys' }));
    expect(await screen.findByRole('dialog', { name: 'New API key' })).toBeInTheDocument();
  });

  it('leads to where a document of a bot is uploaded', async () => {
    const { user, router } = await open({
      server: { getBot: never, listDocuments: never },
    });
    await user.click(await screen.findByRole('option', { name: `Upload a document ${BOT.name}` }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: `/bots/${BOT.id}/knowledge`,
        hash: '#upload',
      }),
    );
  });

  it('speaks German', async () => {
    await open({ language: 'de' });
    expect(screen.getByRole('option', { name: 'Dunkle Darstellung' })).toBeInTheDocument();
  });
});
