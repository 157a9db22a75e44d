import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../harness/render';
import { sampleBot, sampleDocument } from '../../harness/samples';

const show = (items = [sampleDocument()]) =>
  renderPage('/bots/bot-1/knowledge', {
    server: { getBot: sampleBot(), listSites: { items: [] }, listDocuments: { items, cursor: null } },
  });
const NAMES = ['Open original', 'Download', 'Upload a new version', 'Edit details', 'Delete'];

describe('a document’s row', () => {
  it('has its actions in words in a menu', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Actions for Price list' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(NAMES);
    await user.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Edit details' }));
    expect(await screen.findByRole('dialog', { name: /details/i })).toBeInTheDocument();
  });

  it('shows what an icon does while it has the focus or is pointed at, until Escape', async () => {
    const { user } = await show();
    const icon = await screen.findByRole('button', { name: 'Delete Price list' });
    await user.hover(icon);
    expect(within(icon).getByText('Delete')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(within(icon).queryByText('Delete')).not.toBeInTheDocument();
    await user.unhover(icon);
    const before = screen.getByRole('button', { name: 'Edit the details of Price list' });
    before.focus();
    await user.tab();
    await waitFor(() => expect(within(icon).getByText('Delete')).toBeInTheDocument());
  });

  it('comes after the trial of the bot', async () => {
    await show();
    const trial = await screen.findByRole('heading', { name: 'Try a question' });
    const add = await screen.findByRole('heading', { name: 'Add documents' });
    expect(trial.compareDocumentPosition(add) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});
