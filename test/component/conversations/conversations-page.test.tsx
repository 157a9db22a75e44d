import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { countedAs } from '#contract/insight/counted-as';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { sampleBot, sampleConversation } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';

const NOBODY = {
  ...{ waiting: [], answered: [], withBot: 0 },
  isMore: { waiting: false, answered: false, withBot: false },
};
const show = (server: Answers, address = '/conversations?view=all') =>
  renderPage(address, {
    server: {
      listBots: { items: [sampleBot()], cursor: null },
      listWithPeople: NOBODY,
      ...server,
    } as Answers,
  });

describe('the conversations of an account', () => {
  it('say that there are none yet', async () => {
    await show({ listConversations: { items: [], cursor: null } });
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeInTheDocument();
  });

  it('say that none fits a filter, and take it back', async () => {
    const { user, router } = await show(
      { listConversations: { items: [], cursor: null } },
      '/conversations?status=resolved',
    );
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(router.state.location.search).toBe('?view=all'));
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeInTheDocument();
  });

  it('say why they could not be loaded', async () => {
    await show({ listConversations: refuse('auth.forbidden') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });

  it('are listed with the visitor and the bot', async () => {
    await show({ listConversations: { items: [sampleConversation()], cursor: null } });
    const item = within((await screen.findByText('Kim Visitor')).closest('li') as HTMLElement);
    expect(item.getByText('Is anybody there?')).toBeInTheDocument();
    expect(await item.findByText(/Front desk/)).toBeInTheDocument();
  });

  it('show by an event what was said last', async () => {
    await show({ listConversations: { items: [sampleConversation()], cursor: null } });
    expect(await screen.findByText('Is anybody there?')).toBeInTheDocument();
    await waitFor(() => expect(live.isOpen()).toBe(true));
    const changed = sampleConversation({
      messageCount: 3,
      lastMessage: { author: 'visitor', text: 'Hello again' },
      lastQuestion: 'Hello again',
      lastMessageAt: '2026-03-02T09:05:00.000Z',
    });
    await live.send({ type: 'conversation.changed', conversation: changed });
    expect(await screen.findByText('Hello again')).toBeInTheDocument();
  });

  it('begin with the longest waiting visitor, by what visitors said; tabs count their conversations', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const one = (id: string, change: object) => sampleConversation({ id, unread: 0, ...change });
    const mine = { userId: 'user-1', name: 'Jo Example' };
    const { user } = await show(
      {
        listWithPeople: {
          waiting: [
            one('c-1', { visitorName: 'Ada', waitingSince: minutesAgo(42), unread: 2 }),
            one('c-2', { visitorName: null, waitingSince: minutesAgo(5), lastQuestion: 'My refund?' }),
            one('c-3', { visitorName: 'Bo', waitingSince: minutesAgo(1), assignee: mine }),
          ],
          answered: [
            one('c-4', { status: 'pending', visitorName: 'Cy', waitingSince: null, assignee: mine }),
          ],
          withBot: 1_000,
          isMore: { waiting: false, answered: false, withBot: true },
        },
        listConversations: { items: [one('c-5', { status: 'active', visitorName: 'Di' })], cursor: null },
      } as unknown as Answers,
      '/conversations',
    );
    const rows = () => screen.getAllByRole('listitem').filter((row) => row.dataset.open);
    const names = () => rows().map((row) => within(row).getByRole('heading').textContent);
    await screen.findByText('Ada');
    expect(names()).toEqual(['Ada', '/prices #4821', 'Bo']);
    const [first, second] = rows();
    expect(first).toHaveTextContent(/waits 42 min/);
    expect(within(first as HTMLElement).getByText('2 unread messages')).toBeInTheDocument();
    expect(second).toHaveTextContent('My refund?');
    const tabs = within(screen.getByRole('navigation', { name: 'Views of the inbox' }));
    const counts = tabs.getAllByRole('button').map((tab) => tab.textContent);
    expect(counts).toEqual(['Waiting3', 'Mine2', 'Unassigned2', 'With the bot1,000+', 'All']);
    await user.click(tabs.getByRole('button', { name: /^Mine/ }));
    expect(names()).toEqual(['Bo', 'Cy']);
    await user.click(tabs.getByRole('button', { name: /^With the bot/ }));
    await waitFor(() => expect(names()).toEqual(['Di']));
  });

  it('say what they are narrowed by, and drop it', async () => {
    const { user, server } = await show(
      { listConversations: { items: [sampleConversation()], cursor: null } },
      '/conversations?status=escalated&unanswered=yes',
    );
    const used = within(await screen.findByRole('list', { name: 'Filters in use' }));
    await user.click(used.getByRole('button', { name: 'Drop the filter Waiting' }));
    await waitFor(() =>
      expect(server.calls('listConversations').at(-1)?.query).toEqual({ limit: 30, unanswered: 'yes' }),
    );
  });

  it('name a topic as analytics do, not by the words that it is counted by', async () => {
    const topic = {
      ...{ botId: sampleBot().id, name: 'kindersitze lastenräder', merged: [], phrases: [] },
      ...{ title: 'Passen Kindersitze auf Lastenräder?', asked: 2, unanswered: 2, previous: 0 },
      ...{ share: 1, major: true },
    };
    const address = new URLSearchParams({
      ...{ view: 'all', bot: topic.botId, from: '2026-03-01', to: '2026-03-07' },
      counted: countedAs('TOPICS', [`-${topic.name}`]),
    });
    await show(
      {
        listConversations: { items: [sampleConversation()], cursor: null },
        getTopics: { questions: 2, topics: [topic] },
      },
      `/conversations?${address}`,
    );
    const used = within(await screen.findByRole('list', { name: 'Filters in use' }));
    expect(await used.findByText(topic.title)).toBeInTheDocument();
    expect(used.queryByText(topic.name)).not.toBeInTheDocument();
    // Bot, topic, days, and what drops all: while they loaded, two had the same name.
    expect(used.getAllByRole('listitem')).toHaveLength(4);
    // The figure that was clicked may be higher than the list is long.
    expect(screen.getByText(/^Analytics count questions/)).toBeInTheDocument();
  });
});
