import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageTitle, renderPage } from '../harness/render';
import { ME, sampleBot } from '../harness/samples';
import { refuse } from '../harness/server';
import { chooseAction } from './bot-menu';

const NONE = { items: [], cursor: null };
const [account] = ME.accounts;
const meWith = (usage: Partial<(typeof ME.accounts)[number]['usage']>, role = 'owner') => ({
  ...ME,
  accounts: [{ ...account, role, usage: { ...account?.usage, ...usage } }] as typeof ME.accounts,
});
const full = (resource: string, figures = { current: 1, limit: 1 }) =>
  refuse('plan.limit_exceeded', { resource, plan: 'starter', wanted: 1, ...figures });
const DELETED = {
  items: [
    {
      id: 'bot-9',
      name: 'Night desk',
      deletedAt: '2026-03-02T09:00:00.000Z',
      purgeAt: '2026-03-09T09:00:00.000Z',
    },
  ],
} as never;

describe('a limit of the plan', () => {
  it('is told with its figures and both ways on when a bot is to be published', async () => {
    const draft = sampleBot({ status: 'draft', publishedVersion: null, isShown: false });
    const { user } = await renderPage('/bots', {
      server: {
        listBots: { items: [draft], cursor: null },
        listDeletedBots: { items: [] },
        getBot: draft,
        getMe: ME,
        actOnBot: full('bots'),
      } as never,
    });
    await chooseAction(user, 'Deploy');
    const dialog = within(await screen.findByRole('dialog', { name: 'Limit of your plan' }));
    expect(await dialog.findByText(/Published bots: 1 of 1 in the Starter plan/)).toBeInTheDocument();
    expect(dialog.getByText('The Professional plan includes 5.')).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Upgrade plan' })).toHaveAttribute('href', '/billing');
    expect(dialog.getByRole('link', { name: 'To your bots' })).toHaveAttribute('href', '/bots');
  });

  it('leaves restoring a bot as a draft where there is no place on the air', async () => {
    const { user, server } = await renderPage('/bots', {
      server: { listBots: NONE, listDeletedBots: DELETED, getMe: ME, restoreBot: full('bots') } as never,
    });
    await user.click(await screen.findByRole('button', { name: 'Restore Night desk' }));
    const asDraft = await screen.findByRole('button', { name: 'Restore as a draft' });
    server.answer({ restoreBot: sampleBot({ name: 'Night desk', status: 'draft' }) });
    await user.click(asDraft);
    await screen.findByText('The bot is back as a draft.');
    expect(server.calls('restoreBot').map((call) => (call as { body?: unknown }).body)).toEqual([
      { asDraft: false },
      { asDraft: true },
    ]);
  });

  it('says how many documents a restored bot would need', async () => {
    const { user } = await renderPage('/bots', {
      server: {
        listBots: NONE,
        listDeletedBots: DELETED,
        getMe: ME,
        restoreBot: refuse('plan.limit_exceeded', {
          resource: 'documents',
          current: 8,
          limit: 10,
          wanted: 5,
          plan: 'starter',
        }),
      } as never,
    });
    await user.click(await screen.findByRole('button', { name: 'Restore Night desk' }));
    expect(await screen.findByText('Your plan has no room for these documents')).toBeInTheDocument();
    expect(screen.getByText(/Documents: 8 of 10 .* 5 more are needed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Restore as a draft' })).not.toBeInTheDocument();
  });

  it('is told before a bot is asked for, with both ways on', async () => {
    const { user } = await renderPage('/bots/new', {
      server: {
        getMe: meWith({ allBots: 20 }),
        listBots: { items: [sampleBot()], cursor: null },
        listDeletedBots: { items: [] },
      } as never,
    });
    expect(await screen.findByText(/Bots and drafts: 20 of 20 in the Starter plan\./)).toBeInTheDocument();
    expect(screen.getByText('The Professional plan includes 100.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Upgrade plan' })).toHaveAttribute('href', '/billing');
    await user.click(screen.getByRole('link', { name: 'To your bots' }));
    await pageTitle('Bots');
    // The way to another bot is no main action there, and says why.
    expect(
      await screen.findByText('You have as many bots and drafts as your plan allows'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'New bot' }).className).not.toContain('primary');
  });

  it('that is met while a bot is asked for leaves what was typed', async () => {
    const figures = { current: 20, limit: 20 };
    const { user } = await renderPage('/bots/new', { server: { createBot: full('allBots', figures) } });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'One too many');
    await user.click(screen.getByRole('button', { name: 'Create bot' }));
    expect(await screen.findByText(/Bots and drafts: 20 of 20 in the Starter plan\./)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('One too many');
  });

  it('tells an admin to ask the owner', async () => {
    await renderPage('/bots/new', {
      role: 'admin',
      server: { getMe: meWith({ allBots: 20 }, 'admin') } as never,
    });
    expect(await screen.findByText(/Bots and drafts: 20 of 20/)).toBeInTheDocument();
    expect(screen.getByText(/ask the owner of this account/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Upgrade plan' })).not.toBeInTheDocument();
  });
});

describe('duplicating a bot', () => {
  const open = async (documents: number) => {
    const { user } = await renderPage('/bots', {
      server: {
        listBots: { items: [sampleBot()], cursor: null },
        listDeletedBots: { items: [] },
        getMe: meWith({ documents }),
      } as never,
    });
    await chooseAction(user, 'Duplicate …');
    return screen.findByLabelText('Copy the documents too');
  };

  it('copies the documents too where the plan has room for them', async () => {
    await waitFor(async () => expect(await open(7)).toBeChecked());
  });

  it('does not, unless asked to, where it has none, and says so', async () => {
    expect(await open(8)).not.toBeChecked();
    expect(
      screen.getByText('Your plan has room for 2 more documents, and this bot has 3.'),
    ).toBeInTheDocument();
  });
});

describe('taking a bot away from visitors', () => {
  it('says how many conversations end with it', async () => {
    const { user } = await renderPage('/bots', {
      server: {
        listBots: { items: [sampleBot()], cursor: null },
        listDeletedBots: { items: [] },
        countUnderWay: { count: 2, isMore: false },
      },
    });
    await chooseAction(user, 'Unpublish …');
    expect(await screen.findByText(/2 conversations are under way\. They end/)).toBeInTheDocument();
  });
});
