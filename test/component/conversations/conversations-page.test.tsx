import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { sampleBot, sampleConversation } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';

const show = (server: Answers, address = '/conversations') =>
  renderPage(address, { server: { listBots: { items: [sampleBot()], cursor: null }, ...server } });

describe('the conversations of an account', () => {
  it('say that there are none yet', async () => {
    await show({ listConversations: { items: [], cursor: null } });
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeInTheDocument();
  });

  it('say that none fits a filter, and take it back', async () => {
    const { user, router } = await show(
      { listConversations: { items: [], cursor: null } },
      '/conversations?status=resolved',
    );
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeInTheDocument();
  });

  it('say why they could not be loaded', async () => {
    await show({ listConversations: refuse('auth.forbidden') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });

  it('are listed with the visitor and the bot', async () => {
    await show({ listConversations: { items: [sampleConversation()], cursor: null } });
    const item = within((await screen.findByText('Kim Visitor')).closest('li') as HTMLElement);
    expect(item.getByText('Is anybody there?')).toBeInTheDocument();
    expect(await item.findByText(/Front desk/)).toBeInTheDocument();
  });

  it('show by an event what was said last', async () => {
    await show({ listConversations: { items: [sampleConversation()], cursor: null } });
    expect(await screen.findByText('Is anybody there?')).toBeInTheDocument();
    await waitFor(() => expect(live.isOpen()).toBe(true));
    const changed = sampleConversation({
      messageCount: 3,
      lastMessage: { author: 'visitor', text: 'Hello again' },
      lastMessageAt: '2026-03-02T09:05:00.000Z',
    });
    await live.send({ type: 'conversation.changed', conversation: changed });
    expect(await screen.findByText('Hello again')).toBeInTheDocument();
  });
});
