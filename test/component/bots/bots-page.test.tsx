import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { live } from '../harness/live';
import { pageTitle, renderPage } from '../harness/render';
import { sampleBot } from '../harness/samples';
import { never, refuse } from '../harness/server';

const NONE = { items: [], cursor: null };
const main = () => within(screen.getByRole('main'));

describe('the list of bots', () => {
  it('says that it loads', async () => {
    await renderPage('/bots', { server: { listBots: never, listDeletedBots: { items: [] } } });
    expect(await screen.findByRole('status', { name: 'Loading your bots' })).toBeInTheDocument();
  });

  it('offers to create the first bot where there is none', async () => {
    await renderPage('/bots', { server: { listBots: NONE, listDeletedBots: { items: [] } } });
    expect(await screen.findByRole('heading', { name: 'No bots yet' })).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'New bot' })).toHaveAttribute('href', '/bots/new');
  });

  it('says why it could not be loaded, and loads again when asked to', async () => {
    const { user, server } = await renderPage('/bots', {
      server: { listBots: refuse('server.failed'), listDeletedBots: { items: [] } },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.answer({ listBots: { items: [sampleBot()], cursor: null } });
    await user.click(again);
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
  });

  it('shows bots with how they do, and finds one by its name', async () => {
    const { user, router } = await renderPage('/bots', {
      server: {
        listBots: {
          items: [sampleBot(), sampleBot({ id: 'bot-2', name: 'Returns', documentCount: 0 })],
          cursor: null,
        },
        listDeletedBots: { items: [] },
      },
    });
    await pageTitle('Bots');
    expect(await screen.findByRole('link', { name: 'Front desk' })).toHaveAttribute('href', '/bots/bot-1');
    expect(screen.getByText('3 documents')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search bots' }), 'ret');
    expect(screen.queryByRole('link', { name: 'Front desk' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Returns' })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe('?q=ret'));
  });

  it('shows what its address asks for, in that order, and all again', async () => {
    const { user, router } = await renderPage('/bots?q=desk&status=active&sort=name', {
      server: {
        listBots: {
          items: [
            sampleBot({ id: 'bot-3', name: 'Night desk', status: 'draft' }),
            sampleBot(),
            sampleBot({ id: 'bot-2', name: 'Booking desk', type: 'faq' }),
          ],
          cursor: null,
        },
        listDeletedBots: { items: [] },
      },
    });
    const names = () =>
      main()
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent);
    expect(await screen.findByText('2 bots')).toBeInTheDocument();
    expect(names()).toEqual(['Booking desk', 'Front desk']);
    await user.selectOptions(screen.getByLabelText('Type'), 'Frequent questions');
    expect(screen.getByText('1 bot')).toBeInTheDocument();
    expect(names()).toEqual(['Booking desk']);
    await user.selectOptions(screen.getByLabelText('Status'), 'Paused');
    expect(screen.getByText('No bot matches')).toBeInTheDocument();
    await waitFor(() =>
      expect(router.state.location.search).toBe('?q=desk&status=inactive&type=faq&sort=name'),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(names()).toEqual(['Booking desk', 'Front desk', 'Night desk']);
  });

  it('shows a viewer the bots and nothing that changes them', async () => {
    const { server } = await renderPage('/bots', {
      role: 'viewer',
      server: { listBots: { items: [sampleBot()], cursor: null } },
    });
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
    expect(main().queryByRole('link', { name: 'New bot' })).not.toBeInTheDocument();
    expect(server.calls('listDeletedBots')).toEqual([]);
  });

  it('is in German for German readers', async () => {
    await renderPage('/bots', { language: 'de', server: { listBots: NONE, listDeletedBots: { items: [] } } });
    expect(await screen.findByRole('heading', { name: 'Noch keine Bots' })).toBeInTheDocument();
  });

  it('reads the bots again when a document has been read', async () => {
    const { server } = await renderPage('/bots', {
      server: { listBots: NONE, listDeletedBots: { items: [] } },
    });
    await screen.findByRole('heading', { name: 'No bots yet' });
    await waitFor(() => expect(live.isOpen()).toBe(true));
    server.answer({ listBots: { items: [sampleBot()], cursor: null } });
    await live.send({ type: 'document.removed', botId: sampleBot().id, documentId: 'doc-1' as never });
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
  });
});
