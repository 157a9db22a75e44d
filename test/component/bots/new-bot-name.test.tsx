import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../harness/render';
import { refuse } from '../harness/server';

const nameField = () => screen.getByRole('textbox', { name: 'Name' });

async function open() {
  const { user, server } = await renderPage('/bots/new');
  const create = await screen.findByRole('button', { name: 'Create bot' });
  return { user, server, create: () => user.click(create) };
}

describe('the name of a new bot', () => {
  it('is asked for', async () => {
    const { server, create } = await open();
    await create();
    expect(await screen.findByText('Bot name is required')).toBeInTheDocument();
    await waitFor(() => expect(nameField()).toHaveFocus());
    expect(server.calls('createBot')).toEqual([]);
  });

  it.each([
    ['has', {}, 'A bot with this name already exists'],
    ['in the bin has', { deleted: true }, 'A bot that you deleted still has this name.'],
  ])('is to be another where a bot %s it', async (_, details, message) => {
    const { user, server, create } = await open();
    server.answer({ createBot: refuse('bot.name_taken', details) });
    await user.type(nameField(), 'helpdesk ');
    await create();
    expect(await screen.findByText(message, { exact: false })).toBeInTheDocument();
    await waitFor(() => expect(nameField()).toHaveFocus());
    expect(nameField()).toBeInvalid();
    expect(server.calls('createBot').map(({ body }) => body.name)).toEqual(['helpdesk']);
  });
});
