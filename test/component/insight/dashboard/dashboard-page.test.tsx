import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageTitle, renderPage } from '../../harness/render';
import { sampleBot } from '../../harness/samples';
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
  it('leads who begins to the first bot', async () => {
    await renderPage('/dashboard', { server: { ...QUIET, listBots: { items: [], cursor: null } } });
    await pageTitle('Hello, Jo Example');
    expect(
      await screen.findByRole('heading', { name: 'Three steps to your first answer' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Create bot' })).toHaveAttribute('href', '/bots/new');
  });

  it('leads to the templates beside its title and among what is done often', async () => {
    await renderPage('/dashboard', {
      server: { ...QUIET, listBots: { items: [sampleBot()], cursor: null } },
    });
    const links = await screen.findAllByRole('link', { name: 'From a template' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/templates', '/templates']);
  });

  it('shows a viewer the bots without steps', async () => {
    await renderPage('/dashboard', {
      role: 'viewer',
      server: { ...QUIET, listBots: { items: [sampleBot({ documentCount: 0 })], cursor: null } },
    });
    expect(await screen.findByRole('link', { name: 'Front desk' })).toBeInTheDocument();
    expect(screen.queryByText('Three steps to your first answer')).not.toBeInTheDocument();
  });

  it('says why it could not be loaded', async () => {
    await renderPage('/dashboard', { server: { ...QUIET, listBots: refuse('auth.forbidden') } });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
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
