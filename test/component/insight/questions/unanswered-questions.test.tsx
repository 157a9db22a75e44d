import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { TeamRole } from '#contract/base/permissions';
import type { Unanswered } from '#contract/insight/unanswered';
import { UnansweredQuestions } from '#features/insight/questions/components/UnansweredQuestions.tsx';
import { renderPart } from '../../harness/render';
import { type Answers, never, refuse } from '../../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const GROUP: z.input<typeof Unanswered> = {
  id: 'group-1',
  question: 'Do you deliver to Norway?',
  language: 'en',
  count: 4,
  firstAskedAt: AT,
  lastAskedAt: AT,
  examples: [{ question: 'Norway?', conversationId: 'c-1', messageId: 'm-1', askedAt: AT }],
  state: 'open',
  documentId: null,
  reopenedAt: null,
};

const show = (server: Answers, role: TeamRole = 'owner') =>
  renderPart(<UnansweredQuestions botId="bot-1" />, { texts: ['questions', 'knowledge'], server, role });

describe('unanswered questions', () => {
  it('says that they load', async () => {
    await show({ listUnanswered: never });
    expect(await screen.findByRole('status', { name: 'Loading conversations' })).toBeInTheDocument();
  });

  it('says that nothing is unanswered', async () => {
    await show({ listUnanswered: { items: [] } });
    expect(await screen.findByRole('heading', { name: 'No unanswered questions' })).toBeInTheDocument();
  });

  it('says why they could not be loaded', async () => {
    await show({ listUnanswered: refuse('auth.forbidden') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });

  it('lists questions with how often they were asked, and where', async () => {
    await show({ listUnanswered: { items: [GROUP] } });
    const row = within(
      (await screen.findByRole('heading', { name: GROUP.question })).closest('li') as HTMLElement,
    );
    expect(row.getByText(/Asked 4 times/)).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Norway?' })).toHaveAttribute('href', '/conversations/c-1');
  });

  it('keeps a dismissed question in its place, with the way back', async () => {
    const { user, server } = await show({
      listUnanswered: { items: [GROUP] },
      actOnUnanswered: ({ body }) => ({ ...GROUP, state: body.action === 'dismiss' ? 'dismissed' : 'open' }),
    });
    await user.click(await screen.findByRole('button', { name: `Dismiss: ${GROUP.question}` }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: GROUP.question })).toBeInTheDocument();
    expect(server.calls('actOnUnanswered').map(({ body }) => body.action)).toEqual(['dismiss', 'reopen']);
  });

  it('says what a refused change was refused for, and leaves the question', async () => {
    const { user } = await show({
      listUnanswered: { items: [GROUP] },
      actOnUnanswered: refuse('unanswered.not_found'),
    });
    await user.click(await screen.findByRole('button', { name: `Dismiss: ${GROUP.question}` }));
    expect(await screen.findByText('These questions are not in the list any more.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: GROUP.question })).toBeInTheDocument();
  });

  it('offers a viewer no change', async () => {
    await show({ listUnanswered: { items: [GROUP] } }, 'viewer');
    const row = within(
      (await screen.findByRole('heading', { name: GROUP.question })).closest('li') as HTMLElement,
    );
    expect(row.queryAllByRole('button')).toEqual([]);
  });
});
