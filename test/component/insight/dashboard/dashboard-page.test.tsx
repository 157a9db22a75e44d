import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageTitle, renderPage } from '../../harness/render';
import { sampleBot, sampleConversation } from '../../harness/samples';
import { type Answers, type Reply, refuse } from '../../harness/server';

const nothing = { now: 0, before: 0 };
const DASHBOARD: Reply<'getDashboard'> = {
  bots: nothing,
  conversations: nothing,
  messages: nothing,
  uptime: { now: null, before: null },
  days: [],
  health: [],
  alphaTrial: 'closed',
};
/** An account in which nothing has happened. */
const QUIET: Answers = {
  getDashboard: DASHBOARD,
  listActivity: { items: [], cursor: null },
};

describe('the overview', () => {
  it('leads a beginner to the first bot', async () => {
    await renderPage('/dashboard', { server: { ...QUIET, listBots: { items: [], cursor: null } } });
    await pageTitle('Hello, Jo Example');
    expect(
      await screen.findByRole('heading', { name: 'Three steps to your first answer' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create bot' })).toHaveAttribute('href', '/bots/new');
  });

  it('begins with waiting visitors and what keeps a bot from doing well, the gravest first', async () => {
    const id = (text: string) => sampleBot({ id: text }).id;
    await renderPage('/dashboard', {
      server: {
        ...QUIET,
        listConversations: { items: [sampleConversation()], cursor: null },
        getDashboard: {
          ...DASHBOARD,
          health: [
            { botId: id('b1'), name: 'Well', reasons: [] },
            { botId: id('b2'), name: 'Gaps', reasons: ['many_unanswered'] },
            { botId: id('b3'), name: 'Broken', reasons: ['answers_failed', 'documents_failed'] },
          ],
        },
        listBots: { items: [sampleBot()], cursor: null },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'What waits for you' }));
    expect(await card.findByRole('link', { name: '1 visitor waits for a person' })).toBeInTheDocument();
    const names = card.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.indexOf('Broken')).toBeLessThan(names.indexOf('Gaps'));
    expect(names).not.toContain('Well');
    expect(card.getByText('1 bot is well.')).toBeInTheDocument();
  });

  it('leads to the templates once, among what is done often', async () => {
    await renderPage('/dashboard', {
      server: { ...QUIET, listBots: { items: [sampleBot()], cursor: null } },
    });
    const links = await screen.findAllByRole('link', { name: 'From a template' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/templates']);
  });

  it('shows a viewer the bots without steps', async () => {
    await renderPage('/dashboard', {
      role: 'viewer',
      server: { ...QUIET, listBots: { items: [sampleBot({ documentCount: 0 })], cursor: null } },
    });
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
    expect(screen.queryByText('Three steps to your first answer')).not.toBeInTheDocument();
  });

  it('says why it could not be loaded, and loads all of it at one press', async () => {
    const failed = refuse('auth.forbidden');
    const { user, server } = await renderPage('/dashboard', {
      server: { getDashboard: failed, listActivity: failed, listBots: failed },
    });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    server.answer({ ...QUIET, listBots: { items: [sampleBot()], cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('gives the trial that the alpha programme promises, once', async () => {
    const { user, server } = await renderPage('/dashboard', {
      server: {
        ...QUIET,
        getDashboard: { ...DASHBOARD, alphaTrial: 'open' },
        listBots: { items: [sampleBot()], cursor: null },
        claimAlphaTrial: { trialEndsAt: '2026-06-02T09:00:00.000Z' },
      },
    });
    const claim = await screen.findByRole('button', { name: 'Start your 3-month trial' });
    server.answer({ getDashboard: DASHBOARD });
    await user.click(claim);
    expect(await screen.findByText(/Your trial now runs until/)).toBeInTheDocument();
    await waitFor(() => expect(claim).not.toBeInTheDocument());
    expect(server.calls('claimAlphaTrial')).toHaveLength(1);
  });
});
