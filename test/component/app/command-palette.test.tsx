import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BotId, DocumentId } from '#contract/ids';
import { renderPage } from '../harness/render';
import { never, refuse } from '../harness/server';

const FOUND = {
  bots: [{ id: BotId.parse('b1'), name: 'Front desk' }],
  documents: [
    { id: DocumentId.parse('d1'), title: 'Front prices', botId: BotId.parse('b1'), botName: 'Front desk' },
  ],
  conversations: [],
};

const open = async (scene: Parameters<typeof renderPage>[1] = {}) => {
  const page = await renderPage('/notifications', {
    ...scene,
    server: { searchAccount: FOUND, ...scene.server },
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

  it('leads a viewer to no page that would refuse her', async () => {
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
    await user.keyboard('{ArrowDown}');
    const document = screen.getByRole('option', { name: /Front prices/ });
    expect(document).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', document.id);
    await user.keyboard('{ArrowDown}');
    expect(bot).toHaveAttribute('aria-selected', 'true');
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

  it('offers a viewer nothing that she may not do', async () => {
    await open({ role: 'viewer' });
    expect(screen.queryByRole('option', { name: 'New bot' })).not.toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Sign out' })).toBeInTheDocument();
  });

  it('speaks German', async () => {
    await open({ language: 'de' });
    expect(screen.getByRole('option', { name: 'Helle Darstellung' })).toBeInTheDocument();
  });
});
