import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BotAction } from '#contract/bots/bot-status';
import { type Bot, DeletedBot } from '#contract/bots/bots';
import { pageTitle, renderPage } from '../harness/render';
import { sampleBot } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';
import { chooseAction } from './bot-menu';

const DELETED = {
  id: 'bot-1',
  name: 'Front desk',
  deletedAt: '2026-03-02T09:00:00.000Z',
  purgeAt: '2026-03-09T09:00:00.000Z',
};
const open = (server: Answers = {}, change: Partial<Bot> = {}) =>
  renderPage('/bots', {
    server: {
      listBots: { items: [sampleBot(change)], cursor: null },
      listDeletedBots: { items: [] },
      countUnderWay: { count: 0, isMore: false },
      ...server,
    },
  });

describe('from the menu of a bot it', () => {
  it.each<[string, Partial<Bot>, BotAction, Partial<Bot>, RegExp]>([
    ['Pause', {}, 'deactivate', { status: 'inactive' }, /^The bot is paused\./],
    ['Resume', { status: 'inactive' }, 'activate', {}, /^The bot answers again\./],
    ['Publish changes', { hasUnpublishedChanges: true }, 'publish', { publishedVersion: 2 }, /^Published\./],
  ])('is treated by %s at once', async (name, before, action, after, said) => {
    const { user, server } = await open({ actOnBot: sampleBot(after) }, before);
    await chooseAction(user, name);
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(server.calls('actOnBot').map(({ body }) => body)).toEqual([{ action }]);
  });

  it.each<[string, string, string, BotAction, Partial<Bot>, string]>([
    [
      'Unpublish …',
      'Unpublish this bot?',
      'Unpublish',
      'undeploy',
      { status: 'ready' },
      'The bot is unpublished.',
    ],
    [
      'Back to draft …',
      'Make this bot a draft again?',
      'Back to draft',
      'unpublish',
      { status: 'draft' },
      'The bot is a draft again.',
    ],
  ])(
    'is taken from visitors by %s once that is confirmed',
    async (name, title, confirm, action, after, said) => {
      const { user, server } = await open({
        actOnBot: sampleBot({ publishedVersion: null, isShown: false, ...after }),
      });
      await chooseAction(user, name);
      const question = within(screen.getByRole('dialog', { name: new RegExp(title.replace('?', '\\?')) }));
      expect(server.calls('actOnBot')).toEqual([]);
      await user.click(question.getByRole('button', { name: confirm }));
      expect(await screen.findByText(said)).toBeInTheDocument();
      expect(server.calls('actOnBot').map(({ body }) => body)).toEqual([{ action }]);
    },
  );

  it('is copied under a name that no other bot has', async () => {
    const copy = sampleBot({ id: 'bot-2', name: 'Night desk', status: 'draft', publishedVersion: null });
    const { user, server, router } = await open({
      duplicateBot: refuse('bot.name_taken'),
      getBot: copy,
      listSites: { items: [] },
    });
    await chooseAction(user, 'Duplicate …');
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate bot' }));
    const name = dialog.getByRole('textbox', { name: 'Name of the copy' });
    expect(name).toHaveValue('Front desk (copy)');
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    expect(await dialog.findByText('A bot with this name already exists')).toBeInTheDocument();
    expect(name).toBeInvalid();

    server.answer({ duplicateBot: copy });
    await user.clear(name);
    await user.type(name, 'Night desk');
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    await pageTitle('Night desk');
    expect(router.state.location.pathname).toBe('/bots/bot-2');
    expect(server.calls('duplicateBot').map(({ body }) => body.name)).toEqual([
      'Front desk (copy)',
      'Night desk',
    ]);
  });

  it('is deleted once its whole name is typed', async () => {
    const { user, server } = await open({ deleteBot: DeletedBot.parse(DELETED) });
    await chooseAction(user, 'Delete …');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this bot?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Type its name to confirm' }), 'Front');
    await user.click(dialog.getByRole('button', { name: 'Delete bot' }));
    expect(await dialog.findByText('This is not its name.')).toBeInTheDocument();
    expect(server.calls('deleteBot')).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Type its name to confirm' }), ' desk');
    await user.click(dialog.getByRole('button', { name: 'Delete bot' }));
    await waitFor(() =>
      expect(server.calls('deleteBot').map(({ body }) => body)).toEqual([{ name: 'Front desk' }]),
    );
    expect(await screen.findByText('The bot has been deleted.')).toBeInTheDocument();
  });
});
