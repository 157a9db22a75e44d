import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Bot, type UpdateBot } from '#contract/bots/bots';
import { renderPage } from '../harness/render';
import { sampleBot } from '../harness/samples';
import { type Call, heldBack, refuse } from '../harness/server';

// What two edits come to when they are put together: test/unit/web/bots.test.ts.

const BOT = sampleBot();
const WELCOME = 'Welcome message';

/** The settings of a bot that somebody else has saved since: the server takes what is based on that alone. */
async function open(theirs: Partial<Bot> = {}) {
  let current = sampleBot({ ...theirs, version: BOT.version + Number(Object.keys(theirs).length > 0) });
  const take = ({ body }: Call<'updateBot'>) => {
    const { version, ...change } = body as UpdateBot;
    if (version !== current.version) return refuse('bot.version_conflict', { current });
    current = Bot.parse({ ...current, ...change, version: version + 1 });
    return current;
  };
  const page = await renderPage(`/bots/${BOT.id}/settings?tab=messaging`, {
    server: { getBot: BOT, listBotVersions: { items: [], cursor: null }, updateBot: take },
  });
  await screen.findByLabelText(WELCOME);
  const type = async (field: string, text: string) => {
    await page.user.clear(screen.getByLabelText(field));
    await page.user.click(screen.getByLabelText(field));
    await page.user.paste(text);
  };
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...page, take, type, save, stored: () => current };
}

it('leads to what both changed, and saves nothing until the person has decided', async () => {
  const { user, server, type, save, stored } = await open({
    welcomeMessage: 'Theirs',
    companyName: 'Their company',
  });
  await type(WELCOME, 'Mine');
  await type('Fallback message', 'My fallback');
  await save();
  const question = await screen.findByRole('alert');
  expect(question).toHaveTextContent('This bot was changed in another window or by somebody else.');
  await waitFor(() => expect(question).toHaveFocus());
  const values = within(question).getAllByRole('definition');
  expect(values.map(({ textContent }) => textContent)).toEqual(['Mine', 'Theirs']);
  // Why nothing can be saved now stands where one would save, with the way to what is asked.
  expect(screen.getByText('Saving waits for one decision.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  screen.getByLabelText('Fallback message').focus();
  await user.click(screen.getByRole('button', { name: 'Decide now' }));
  expect(question).toHaveFocus();
  await user.click(within(question).getByRole('button', { name: 'Keep mine' }));
  expect(server.calls('updateBot')).toHaveLength(1);
  await save();
  expect(await screen.findByText(/^Saved\./)).toBeInTheDocument();
  expect(stored()).toMatchObject({
    welcomeMessage: 'Mine',
    fallbackMessage: 'My fallback',
    companyName: 'Their company',
  });
});

it('keeps what is typed while a save is under way, to be saved next', async () => {
  const { server, take, type, save, stored } = await open();
  const way = heldBack(undefined);
  server.answer({
    updateBot: async (call) => {
      await way.answer();
      return take(call);
    },
  });
  await type(WELCOME, 'Mine first');
  await save();
  await waitFor(() => expect(server.calls('updateBot')).toHaveLength(1));
  await type(WELCOME, 'Mine first, then more');
  way.give();
  await waitFor(() => expect(stored().welcomeMessage).toBe('Mine first'));
  expect(await screen.findByText(/^You have unsaved changes/)).toBeInTheDocument();
  expect(screen.getByLabelText(WELCOME)).toHaveValue('Mine first, then more');
  await save();
  await waitFor(() => expect(stored().welcomeMessage).toBe('Mine first, then more'));
});

it('asks nobody where both add to the same list, or change other days of the same week', async () => {
  const { week } = BOT.businessHours;
  const theirWeek = { ...week, tuesday: [{ start: '10:00', end: '20:00' }] };
  const { user, type, save, stored } = await open({
    starterQuestions: ['Theirs?'],
    businessHours: { ...BOT.businessHours, week: theirWeek },
  });
  await type('New question', 'Mine?');
  await user.click(screen.getByLabelText('Use business hours'));
  await type('Monday, to', '17:00');
  await save();
  await waitFor(() => expect(stored().starterQuestions).toEqual(['Theirs?', 'Mine?']));
  expect(stored().businessHours).toMatchObject({
    enabled: true,
    week: { ...theirWeek, monday: [{ start: '09:00', end: '17:00' }] },
  });
  expect(screen.queryByText(/^This bot was changed in another window/)).not.toBeInTheDocument();
});
