import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { VersionedSettings } from '#contract/accounts/platform-settings';
import type { Submission } from '#contract/operator/admin';
import { ErrorsPage } from '#features/operator/admin/components/ErrorsPage.tsx';
import { MessagesPage } from '#features/operator/admin/components/MessagesPage.tsx';
import { QueuesPage } from '#features/operator/admin/components/QueuesPage.tsx';
import { SettingsPage } from '#features/operator/admin/components/SettingsPage.tsx';
import { renderPart } from '../../harness/render';
import { never, refuse } from '../../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const SETTINGS: z.input<typeof VersionedSettings> = {
  version: 3,
  models: ['model-a'],
  maintenance: null,
  signUpOpen: true,
  answerModel: null,
  limits: {},
  flags: { developerTools: false, eventLog: false },
};
const FEEDBACK: z.input<typeof Submission> = {
  id: 'f-1',
  kind: 'feedback',
  reference: 'F-1',
  status: 'new',
  receivedAt: AT,
  message: 'It is slow here.',
  email: 'kim@example.net',
  isUser: false,
  answers: [],
  feedback: { type: 'complaint', rating: 2, page: '/bots' },
  contact: null,
};

describe('system settings', () => {
  it('send limits that were set, on the version that was read', async () => {
    const { user, server } = await renderPart(<SettingsPage />, {
      texts: ['admin'],
      server: { getSettings: SETTINGS, updateSettings: { ...SETTINGS, version: 4 } },
    });
    await user.type(await screen.findByLabelText('Bots, Free'), '3');
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('The settings are saved.')).toBeInTheDocument();
    expect(server.calls('updateSettings').map(({ body }) => body)).toMatchObject([
      { version: 3, limits: { free: { bots: 3 } } },
    ]);
  });

  it('keep a limit that is none, and a notice without words, from being sent', async () => {
    const { user, server } = await renderPart(<SettingsPage />, {
      texts: ['admin'],
      server: { getSettings: SETTINGS },
    });
    await user.type(await screen.findByLabelText('Bots, Free'), '0');
    await user.click(screen.getByLabelText('Show the notice'));
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText(/Please enter whole numbers/)).toBeInTheDocument();
    expect(screen.getAllByText('Please enter 1 to 400 characters.')).toHaveLength(2);
    expect(server.calls('updateSettings')).toEqual([]);
  });

  it('keep what was typed where somebody else was first', async () => {
    const { user } = await renderPart(<SettingsPage />, {
      texts: ['admin'],
      server: { getSettings: SETTINGS, updateSettings: refuse('admin.settings_conflict') },
    });
    await user.type(await screen.findByLabelText('Bots, Free'), '3');
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText(/changed in another window/)).toBeInTheDocument();
    expect(screen.getByLabelText('Bots, Free')).toHaveValue('3');
  });
});

describe('feedback and messages', () => {
  it('are answered by mail', async () => {
    const { user, server } = await renderPart(<MessagesPage />, {
      texts: ['admin'],
      server: {
        listSubmissions: { items: [FEEDBACK], cursor: null },
        actOnSubmission: { ...FEEDBACK, status: 'answered', answers: [{ text: 'Faster now.', at: AT }] },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Answer' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send answer' }));
    expect(server.calls('actOnSubmission')).toEqual([]);
    await user.type(dialog.getByLabelText('Your answer'), 'Faster now.');
    await user.click(dialog.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText('The answer was sent.')).toBeInTheDocument();
    expect(server.calls('actOnSubmission')[0]?.body).toEqual({
      action: 'answer',
      text: 'Faster now.',
      language: 'en',
    });
  });

  it('are answered again, and in the app where a user left no address', async () => {
    const answered = {
      ...FEEDBACK,
      status: 'answered' as const,
      answers: [{ text: 'Faster now.', at: AT }],
    };
    await renderPart(<MessagesPage />, {
      texts: ['admin'],
      server: {
        listSubmissions: {
          items: [
            answered,
            { ...FEEDBACK, id: 'f-2', email: null, isUser: true },
            { ...FEEDBACK, id: 'f-3', email: null },
          ],
          cursor: null,
        },
      },
    });
    expect(await screen.findByRole('button', { name: 'Answer again' })).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Answer' })).toHaveLength(1);
    expect(screen.getByText(/answered in the app/)).toBeInTheDocument();
  });

  it('keep the answer where its mail could not be sent', async () => {
    const { user } = await renderPart(<MessagesPage />, {
      texts: ['admin'],
      server: {
        listSubmissions: { items: [FEEDBACK], cursor: null },
        actOnSubmission: refuse('server.unavailable'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Answer' }));
    await user.type(screen.getByLabelText('Your answer'), 'Faster now.');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText(/service is busy/)).toBeInTheDocument();
    expect(screen.getByLabelText('Your answer')).toHaveValue('Faster now.');
  });

  it('are not answered where nobody left an address', async () => {
    await renderPart(<MessagesPage />, {
      texts: ['admin'],
      server: { listSubmissions: { items: [{ ...FEEDBACK, email: null }], cursor: null } },
    });
    expect(await screen.findByText(/no address/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  });
});

describe('queues', () => {
  it('show messages, and send one back', async () => {
    const { user, server } = await renderPart(<QueuesPage />, {
      texts: ['admin'],
      server: {
        listDeadLetterQueues: {
          items: [
            { name: 'work', messages: 1, waiting: 0 },
            { name: 'failed-changes', messages: 0, waiting: 0 },
          ],
        },
        listDeadLetters: { items: [{ id: 'm-1', sentAt: AT, group: 'account-1', body: '{"kind":"x"}' }] },
        redriveDeadLetters: { sent: 1 },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show messages of work' }));
    expect(await screen.findByText('{"kind":"x"}')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send this one back' }));
    expect(await screen.findByText('1 message sent back.')).toBeInTheDocument();
    expect(server.calls('redriveDeadLetters').map(({ body }) => body)).toEqual([{ ids: ['m-1'] }]);
    expect(screen.queryByRole('button', { name: /of failed-changes/ })).toBeNull();
  });

  it('are searched by their names', async () => {
    const { user } = await renderPart(<QueuesPage />, {
      texts: ['admin'],
      server: {
        listDeadLetterQueues: {
          items: ['work', 'failed-changes'].map((name) => ({ name, messages: 0, waiting: 0 })),
        },
      },
    });
    const field = await screen.findByLabelText('Search in what is shown');
    await user.type(field, 'CHANGES ');
    expect(screen.getByText('failed-changes')).toBeInTheDocument();
    expect(screen.queryByText('work')).toBeNull();
    await user.type(field, 'nowhere');
    expect(screen.getByText('Nothing here has these words.')).toBeInTheDocument();
  });

  it('say that they load, and why they could not', async () => {
    await renderPart(<QueuesPage />, { texts: ['admin'], server: { listDeadLetterQueues: never } });
    expect(await screen.findByRole('status')).toBeInTheDocument();
  });
});

describe('error reports', () => {
  it('are resolved', async () => {
    const group = {
      id: 'e-1',
      name: 'TypeError',
      message: 'boom',
      stack: null,
      count: 3,
      firstSeen: AT,
      lastSeen: AT,
      release: null,
      page: '/bots',
      language: 'en' as const,
      userAgent: 'Test',
      status: 'open' as const,
    };
    const { user, server } = await renderPart(<ErrorsPage />, {
      texts: ['admin'],
      server: {
        listClientErrors: ({ query }) => ({ items: query.status === 'open' ? [group] : [], cursor: null }),
        actOnClientError: { ...group, status: 'resolved' },
      },
    });
    await user.click(await screen.findByText('boom'));
    await user.click(screen.getByRole('button', { name: 'Resolve' }));
    await expect
      .poll(() => server.calls('actOnClientError').map(({ body }) => body))
      .toEqual([{ action: 'resolve' }]);
    await user.click(screen.getByLabelText('Ignored'));
    expect(await screen.findByText('No errors with this status')).toBeInTheDocument();
  });
});
