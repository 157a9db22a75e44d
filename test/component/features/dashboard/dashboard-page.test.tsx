import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageTitle, renderPage } from '../../harness/render';
import { sampleBot } from '../../harness/samples';
import { type Answers, refuse } from '../../harness/server';

const nothing = { now: 0, before: 0 };
/** An account in which nothing has happened. */
const QUIET: Answers = {
  getDashboard: {
    bots: nothing,
    conversations: nothing,
    messages: nothing,
    uptime: { now: null, before: null },
    days: [],
    health: [],
    alphaTrial: 'closed',
  },
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
});
