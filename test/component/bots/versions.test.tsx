import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Bot, BotVersion } from '#contract/bots/bots';
import { sampleBot } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';
import { openSettings, sampleVersion, saved } from './settings-page';

const OLD = { welcomeMessage: 'Hello!' };
const NEW = { welcomeMessage: 'Welcome aboard', allowedDomains: ['shop.example'] };
const FIRST = sampleVersion(1, OLD);
const SECOND = sampleVersion(2, NEW);
const version = (number: number) =>
  within(screen.getByRole('region', { name: new RegExp(`^Version ${number}`) }));
const action = (number: number, name: string | RegExp) => version(number).queryByRole('button', { name });
/** Shows one of two names, by its style. */
const TAKE = /^Take into the draft/;

/** Of a bot that was published twice, and whose draft is what was published last. */
async function open(server: Answers = {}, change: Partial<Bot> = {}) {
  const page = await openSettings('deployment', {
    bot: sampleBot({ ...NEW, publishedVersion: 2, ...change }),
    server: { listBotVersions: { items: [SECOND, FIRST], cursor: null }, ...server },
  });
  await screen.findByRole('heading', { name: /^Version 1/ });
  return page;
}

describe('a version of a bot', () => {
  it.each([
    [2, 'Version 1'],
    [1, 'Version 2'],
  ])('%i is compared with %s, the older one first', async (number, other) => {
    const { user } = await open();
    await user.click(version(number).getByRole('button', { name: 'Compare' }));
    await user.selectOptions(version(number).getByLabelText('Compare with'), other);
    expect(
      version(number)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Setting', 'Version 1', 'Version 2']);
    const row = version(number).getByRole('row', { name: /^Welcome message/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Hello!', 'Welcome aboard']);
  });

  it('is gone back to after a question, where it says something else than visitors see', async () => {
    const third: BotVersion = { ...sampleVersion(3, OLD), restoredFrom: 1 };
    let listed = [SECOND, FIRST];
    const { user, server } = await open({
      listBotVersions: () => ({ items: listed, cursor: null }),
      restoreBotVersion: () => {
        listed = [third, SECOND, FIRST];
        return sampleBot({ ...NEW, publishedVersion: 3, hasUnpublishedChanges: true });
      },
    });
    expect(version(2).getByText('Visitors see this one')).toBeInTheDocument();
    expect(action(2, 'Go back to this version')).not.toBeInTheDocument();
    await user.click(version(1).getByRole('button', { name: 'Go back to this version' }));
    const question = within(screen.getByRole('dialog', { name: 'Go back to version 1?' }));
    await user.click(question.getByRole('button', { name: 'Go back to this version' }));
    expect(await screen.findByText(/brought back version 1/)).toBeInTheDocument();
    expect(server.calls('restoreBotVersion').map(({ params }) => params.number)).toEqual(['1']);
    expect(action(2, 'Go back to this version')).toBeInTheDocument();
    expect(action(1, 'Go back to this version')).not.toBeInTheDocument();
  });

  it('becomes the draft as a change that is not saved yet, and says so in its place', async () => {
    const { user, server, press } = await open();
    expect(action(2, TAKE)).toBeDisabled();
    const take = () => user.click(version(1).getByRole('button', { name: TAKE }));
    await take();
    expect(action(1, TAKE)).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus();
    expect(server.calls('updateBot')).toEqual([]);
    await press('Discard');
    await press('Discard changes');
    await take();
    await press('Save changes');
    await waitFor(() =>
      expect(server.calls('updateBot').map(({ body }) => body)).toEqual([
        { version: 2, ...OLD, allowedDomains: [] },
      ]),
    );
  });

  it('is not gone back to, nor taken, by a viewer', async () => {
    await openSettings('deployment', {
      role: 'viewer',
      bot: sampleBot({ publishedVersion: 2 }),
      server: { listBotVersions: { items: [SECOND, FIRST], cursor: null } },
    });
    await screen.findByRole('heading', { name: 'Version 1' });
    expect(action(1, 'Compare')).toBeInTheDocument();
    expect(action(1, 'Go back to this version')).not.toBeInTheDocument();
    expect(action(1, TAKE)).not.toBeInTheDocument();
  });
});

describe('publishing', () => {
  const unpublished = { hasUnpublishedChanges: true };
  const typed = async (page: Awaited<ReturnType<typeof open>>) => {
    await screen.findByRole('button', { name: 'Publish changes' });
    await page.fill(await screen.findByRole('textbox', { name: 'New website' }), 'bar.example');
    return screen.findByRole('button', { name: 'Save settings and publish' });
  };

  it('saves first what is typed, is called so, happens once, and says only that it is published', async () => {
    let answer = () => {};
    const pressedTwice = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await open(
      {
        updateBot: async ({ body }) => {
          await pressedTwice;
          return saved(sampleBot(NEW), body);
        },
        actOnBot: sampleBot({
          ...NEW,
          allowedDomains: ['shop.example', 'bar.example'],
          version: 4,
          publishedVersion: 3,
        }),
      },
      unpublished,
    );
    await page.user.dblClick(await typed(page));
    answer();
    expect(await screen.findByText(/^Published\./)).toBeInTheDocument();
    expect(screen.queryByText(/^Saved\./)).not.toBeInTheDocument();
    expect(page.server.calls('updateBot').map(({ body }) => body.allowedDomains)).toEqual([
      ['shop.example', 'bar.example'],
    ]);
    expect(page.server.calls('actOnBot').map(({ body }) => body)).toEqual([{ action: 'publish' }]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('waits where somebody else saved meanwhile what nobody has looked at yet', async () => {
    const theirs = sampleBot({ ...NEW, companyName: 'Hohenstein', version: 3, ...unpublished });
    const page = await open(
      {
        updateBot: ({ body }) =>
          body.version === 3 ? saved(theirs, body) : refuse('bot.version_conflict', { current: theirs }),
      },
      unpublished,
    );
    await page.user.click(await typed(page));
    expect(
      await screen.findByText(/^Saved\. Somebody else had changed something meanwhile/),
    ).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Publish changes' })).toBeEnabled();
    expect(page.server.calls('updateBot')).toHaveLength(2);
    expect(page.server.calls('actOnBot')).toEqual([]);
  });
});

describe('the code for websites', () => {
  it('is that of the chosen place, with what visitors see of a draft that has changed', async () => {
    const { user } = await open(
      { listBotVersions: { items: [FIRST], cursor: null } },
      { publishedVersion: 1, hasUnpublishedChanges: true },
    );
    await user.click(screen.getByText('Embedded'));
    const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Embed code' });
    await waitFor(() => expect(code).toHaveDisplayValue(/data-mode="embedded"/));
    expect(code).toHaveDisplayValue(/<div id="parley-chat"><\/div>/);
    expect(code).toHaveDisplayValue(/data-greeting="Hello!"/);
  });
});
