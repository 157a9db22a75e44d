import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { PlanPreview } from '#contract/accounts/usage';
import { live } from '../../harness/live';
import { pageTitle, renderPage } from '../../harness/render';
import { ME, sampleUsage } from '../../harness/samples';
import { never, refuse } from '../../harness/server';

const bot = (n: number) => ({ id: `bot-${n}`, name: `Bot ${n}` });
function samplePreview(change: Partial<z.input<typeof PlanPreview>> = {}): PlanPreview {
  const none = { stay: [], pause: [], resume: [] };
  return PlanPreview.parse({
    plan: 'starter',
    bots: { used: 0, limit: 1, ...none },
    teamMembers: { used: 1, limit: 1, ...none },
    allBots: { used: 2, limit: 20 },
    documents: { used: 2, limit: 10 },
    conversations: { used: 1, limit: 1_000 },
    ...change,
  });
}

const use = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);

describe('the usage page', () => {
  it('says that it loads', async () => {
    await renderPage('/usage', { server: { getUsage: never } });
    expect(await screen.findByRole('status')).toBeInTheDocument();
  });

  it('shows what is used of each limit, by bot, and in the months before', async () => {
    await renderPage('/usage', { server: { getUsage: sampleUsage() } });
    await pageTitle('Usage');
    await screen.findByText('1,200 of 10,000');
    expect(use('Published bots').getByText('2 of 5')).toBeInTheDocument();
    expect(use('Published bots').getByText('7 of 100 bots in all, drafts included')).toBeInTheDocument();
    expect(use('Documents').getByRole('meter')).toHaveAttribute('aria-valuetext', '40 of 100');
    expect(screen.getByText('Front desk')).toBeInTheDocument();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringContaining('Month'),
      'March 2026 so far1,2002340',
      'February 2026' + '9001–12',
    ]);
  });

  it('warns at 80 per cent, says what follows at the limit, and what lies beyond it', async () => {
    await renderPage('/usage', {
      server: {
        getUsage: sampleUsage({
          conversations: { used: 10_000, limit: 10_000 },
          bots: { used: 4, limit: 5 },
          documents: { used: 120, limit: 100 },
        }),
      },
    });
    await screen.findByText('4 of 5');
    expect(use('Published bots').getByText('Almost used up.')).toBeInTheDocument();
    expect(use('Conversations this month').getByText(/^Used up: new visitors/)).toBeInTheDocument();
    expect(use('Documents').getByText(/all of them keep answering/)).toBeInTheDocument();
    expect(use('Team members').queryByText(/used up/i)).not.toBeInTheDocument();
  });

  it('calls no limit a warning that its first use fills', async () => {
    await renderPage('/usage', {
      server: {
        getUsage: sampleUsage({
          plan: 'starter',
          bots: { used: 1, limit: 1 },
          teamMembers: { used: 1, limit: 1 },
        }),
      },
    });
    expect(await screen.findAllByText('1 of 1')).toHaveLength(2);
    expect(screen.queryByText(/used up/i)).not.toBeInTheDocument();
  });

  it('shows placeholders, and says so, while usage can not be loaded', async () => {
    const { user, server } = await renderPage('/usage', { server: { getUsage: refuse('server.failed') } });
    await screen.findByText('Your usage could not be loaded');
    expect(use('Team members').getByText('1 of 1')).toBeInTheDocument();
    expect(use('Documents').getByText('0 of 10')).toBeInTheDocument();
    server.answer({ getUsage: sampleUsage() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('40 of 100')).toBeInTheDocument();
  });

  it('names the person to ask where a member can not choose the plan', async () => {
    await renderPage('/usage', { role: 'viewer', server: { getUsage: sampleUsage() } });
    expect(await screen.findByText(/ask the owner of this account/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Upgrade plan' })).not.toBeInTheDocument();
    expect(screen.queryByText('If you change the plan')).not.toBeInTheDocument();
  });

  it('says what the plan has paused', async () => {
    await renderPage('/usage', {
      server: { getUsage: sampleUsage({ paused: { bots: 2, teamMembers: 1 } }) },
    });
    expect(await screen.findByText(/^2 bots are unpublished/)).toBeInTheDocument();
    expect(screen.getByText(/^1 team member is suspended/)).toBeInTheDocument();
  });

  it('reads it again when the plan has changed', async () => {
    const { server } = await renderPage('/usage', { server: { getUsage: sampleUsage(), getMe: ME } });
    await screen.findByText('40 of 100');
    await waitFor(() => expect(live.isOpen()).toBe(true));
    server.answer({ getUsage: sampleUsage({ documents: { used: 40, limit: -1 } }) });
    await live.send({ type: 'account.changed' });
    expect(await screen.findByText('40, no limit')).toBeInTheDocument();
  });

  it('is in German for German readers', async () => {
    await renderPage('/usage', { language: 'de', server: { getUsage: sampleUsage() } });
    expect(await screen.findByText('1.200 von 10.000')).toBeInTheDocument();
  });
});

describe('the preview of another plan', () => {
  const smaller = samplePreview({
    bots: { used: 3, limit: 1, stay: [bot(1)], pause: [bot(2), bot(3)], resume: [] } as never,
    teamMembers: {
      used: 2,
      limit: 1,
      stay: [{ id: 'user-1', name: 'Jo Example' }],
      pause: [{ id: 'user-2', name: 'Kim Example' }],
      resume: [],
    } as never,
    documents: { used: 40, limit: 10 },
  });

  it('says before what stays and what pauses, and keeps the choice of the owner', async () => {
    const { user, server } = await renderPage('/usage?plan=starter', {
      server: {
        getUsage: sampleUsage(),
        previewPlan: ({ body }: { body: { keep?: readonly string[] } }) =>
          body.keep?.[0] === 'bot-3'
            ? { ...smaller, bots: { ...smaller.bots, stay: [bot(3)], pause: [bot(1), bot(2)] } }
            : smaller,
        keepBots: undefined,
      } as never,
    });
    const first = await screen.findByRole('radio', { name: 'Bot 1 Stays' });
    expect(first).toBeChecked();
    expect(screen.getByText('Kim Example')).toBeInTheDocument();
    expect(screen.getByText(/^You have 40 documents and this plan includes 10/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Bot 3 Pauses' }));
    expect(await screen.findByRole('radio', { name: 'Bot 3 Stays' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Keep this choice' }));
    await screen.findByText('Your choice is kept for when the plan changes.');
    expect(server.calls('keepBots')).toEqual([expect.objectContaining({ body: { keep: ['bot-3'] } })]);
    expect(screen.getByRole('link', { name: 'Go to billing' })).toHaveAttribute(
      'href',
      '/billing?plan=starter',
    );
  });

  it('says that nothing pauses where everything fits', async () => {
    await renderPage('/usage?plan=enterprise', {
      server: { getUsage: sampleUsage(), previewPlan: samplePreview({ plan: 'enterprise' }) },
    });
    expect(await screen.findByText(/^Nothing pauses/)).toBeInTheDocument();
  });

  it('shows what comes back with a larger plan', async () => {
    await renderPage('/usage?plan=enterprise', {
      server: {
        getUsage: sampleUsage(),
        previewPlan: samplePreview({
          plan: 'enterprise',
          bots: { used: 1, limit: -1, stay: [], pause: [], resume: [bot(2)] } as never,
        }),
      },
    });
    expect(await screen.findByText('These bots are published again')).toBeInTheDocument();
    expect(screen.getByText('Bot 2')).toBeInTheDocument();
  });
});
