import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { pageTitle, renderPage } from '../harness/render';
import { sampleBot, sampleUsage } from '../harness/samples';
import { type Answers, refuseFields } from '../harness/server';

const DRAFT = sampleBot({ status: 'draft', publishedVersion: null, isShown: false, documentCount: 0 });

/** The form with a name in it, and what the page behind it asks for. */
async function open(server: Answers = {}) {
  const rendered = await renderPage('/bots/new', {
    server: {
      getBot: DRAFT,
      getUsage: sampleUsage(),
      listBots: { items: [DRAFT], cursor: null },
      listDocuments: { items: [], cursor: null },
      listSites: { items: [] },
      ...server,
    },
  });
  await pageTitle('New bot');
  await rendered.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Concierge');
  return { ...rendered, create: () => screen.getByRole('button', { name: 'Create bot' }) };
}
const summary = () => screen.getByText('Messages', { selector: 'summary' });

describe('a new bot', () => {
  it('is a draft unless that is changed, and one however often it is asked for', async () => {
    let answer = (_: Bot) => {};
    const pressedTwice = new Promise<Bot>((resolve) => {
      answer = resolve;
    });
    const { server, router, create } = await open({ createBot: () => pressedTwice });
    expect(screen.getByRole('radio', { name: /^Save as draft/ })).toBeChecked();
    // The second comes before the button could be shown as busy.
    await act(async () => {
      create().click();
      create().click();
    });
    answer(DRAFT);
    await waitFor(() => expect(router.state.location.pathname).toBe('/bots/bot-1/knowledge'));
    expect(server.calls('createBot').map(({ body }) => body)).toMatchObject([
      { name: 'Concierge', deploy: false },
    ]);
  });

  it('is not created with a folded setting that is wrong: that is unfolded and gone to', async () => {
    const { user, server, create } = await open();
    await user.click(summary());
    const placeholder = await screen.findByRole('textbox', { name: 'Placeholder of the input' });
    await user.clear(placeholder);
    await user.click(summary());
    expect(summary().parentElement).not.toHaveAttribute('open');
    await user.click(create());
    await waitFor(() => expect(placeholder).toHaveFocus());
    expect(summary().parentElement).toHaveAttribute('open');
    expect(screen.getByText('Something above still has to be corrected.')).toBeInTheDocument();
    expect(server.calls('createBot')).toEqual([]);
  });

  it('shows what only the server refuses in a part that was never open', async () => {
    const { user, create } = await open({ createBot: refuseFields('sessionTimeoutMinutes') });
    await user.click(create());
    await waitFor(() => expect(screen.getByLabelText('Session timeout')).toHaveFocus());
    expect(screen.getByText('Something above still has to be corrected.')).toBeInTheDocument();
  });
});
