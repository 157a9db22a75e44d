import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnalyticsLayout } from '#contract/insight/analytics-layout';
import { renderPage, server } from '../../harness/render';
import { sampleBot } from '../../harness/samples';
import { type Answers, never, refuse } from '../../harness/server';
import { emptyReport, sampleReport } from './sample-report';

const ANSWERS: Answers = {
  listBots: { items: [sampleBot()], cursor: null },
  getAnalytics: sampleReport(),
};
const NOTHING_STORED: AnalyticsLayout = { version: 0, widgets: [] };

const card = (name: string) => screen.findByRole('region', { name });

describe('the views of analytics', () => {
  it('compares each figure to the days before, and says what it means', async () => {
    await renderPage('/analytics', { server: ANSWERS });
    const conversations = within(await card('Conversations'));
    expect(conversations.getByText('120')).toBeInTheDocument();
    expect(conversations.getByText('+20% (before: 100)')).toBeInTheDocument();
    expect(conversations.getByRole('button', { name: 'Conversations' })).toHaveAccessibleDescription(
      /Chats in which a visitor said something/,
    );
  });

  it('gives the figures of a chart as a table, to everyone who asks', async () => {
    const { user } = await renderPage('/analytics', { server: ANSWERS });
    const chart = within(await screen.findByRole('figure', { name: 'Conversations over time' }));
    expect(chart.getByRole('row', { name: /1 Mar.* 50 20/ })).toBeInTheDocument();
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    expect(chart.getByRole('button', { name: 'Show as table' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('says by how much the estimate of visitors may be off', async () => {
    await renderPage('/analytics', { server: ANSWERS });
    expect(within(await card('Visitors')).getByText(/in two of three cases at most/)).toBeInTheDocument();
  });

  it('says that counting is late', async () => {
    const late = { ...sampleReport(), behindSince: '2026-03-02T09:00:00.000Z' };
    await renderPage('/analytics', { server: { ...ANSWERS, getAnalytics: late } });
    expect(await screen.findByText(/Counting is late: what was said since 2 Mar 2026/)).toBeInTheDocument();
  });

  it('asks for what the address says, and writes there what is chosen', async () => {
    const { user, router } = await renderPage('/analytics?view=funnel&range=7d&bots=bot-1', {
      server: ANSWERS,
    });
    await screen.findByRole('figure', { name: 'Funnel' });
    expect(server.calls('getAnalytics')[0]?.query).toEqual({ range: '7d', bots: ['bot-1'] });
    await user.selectOptions(screen.getByLabelText('Time range'), 'Last 90 days');
    await waitFor(() => expect(router.state.location.search).toBe('?view=funnel&range=90d&bots=bot-1'));
  });

  it('shows the share that each stage of the funnel lost', async () => {
    await renderPage('/analytics?view=funnel', { server: ANSWERS });
    expect(await screen.findByRole('row', { name: 'Widget opened 300 70%' })).toBeInTheDocument();
  });

  it('says of a live figure that it is at least so much, where not all was looked at', async () => {
    const live = { active: 3, withPerson: 100, waiting: 100, today: 1_200, dashboards: 1 };
    await renderPage('/analytics?view=live', {
      server: { ...ANSWERS, getLiveFigures: { ...live, atLeast: ['withPerson'] } },
    });
    expect(await screen.findAllByText('at least 100')).toHaveLength(1);
    expect(screen.getAllByText('100')).toHaveLength(1);
  });

  it('says in which unit all stages of the funnel are', async () => {
    await renderPage('/analytics?view=funnel', { server: ANSWERS });
    expect(await screen.findByText(/Every stage counts visits/)).toBeInTheDocument();
  });

  it('shows gaps by topic: how many, whether it becomes more, and what to add', async () => {
    const gap = { botId: sampleBot().id, trend: [1, 0, 2], questions: [] };
    const getGaps = {
      parts: [],
      gaps: [
        {
          ...gap,
          topic: 'Delivery',
          title: 'Delivery',
          asked: 9,
          unanswered: 3,
          previous: 5,
          countedAs: ['-Delivery'],
          advice: 'extend' as const,
          questions: [{ question: 'Do you deliver to Norway?', lastAskedAt: '2030-03-01T10:00:00.000Z' }],
        },
        {
          ...gap,
          topic: 'tulip bulbs',
          title: 'Have you tulip bulbs?',
          asked: 2,
          unanswered: 2,
          previous: 0,
          countedAs: ['-tulip bulbs'],
          advice: 'add' as const,
        },
      ],
    };
    await renderPage('/analytics?view=gaps', { server: { ...ANSWERS, getGaps } });
    const row = within(
      (await screen.findByRole('heading', { name: 'Delivery' })).closest('li') as HTMLElement,
    );
    expect(row.getByText('Do you deliver to Norway?')).toBeInTheDocument();
    const behind = await row.findByRole('link', { name: '3 of 9 questions stayed without an answer' });
    expect(new URLSearchParams(behind.getAttribute('href') ?? '').get('counted')).toBe('TOPICS:-Delivery');
    expect(row.getByText('−2 (before: 5)')).toHaveAttribute('data-good', 'true');
    expect(row.getByText(/Extend what they say/)).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Answer it' })).toHaveAttribute('href', '/bots/bot-1/questions');
    // Where documents say nothing of it, the lead has said so.
    expect(screen.getAllByRole('link', { name: 'To the documents' })).toHaveLength(2);
    expect(screen.getAllByText(/Extend what they say/)).toHaveLength(1);
  });

  it('says where no gap is left', async () => {
    await renderPage('/analytics?view=gaps', { server: { ...ANSWERS, getGaps: { parts: [], gaps: [] } } });
    expect(await screen.findByText(/No question stayed without an answer/)).toBeInTheDocument();
  });

  it('says what is missing in days without conversations', async () => {
    await renderPage('/analytics', { server: { ...ANSWERS, getAnalytics: emptyReport() } });
    expect(await screen.findByRole('heading', { name: 'No figures for this period' })).toBeInTheDocument();
  });

  it('says that nobody rated where there were conversations', async () => {
    const report = sampleReport();
    const unrated = { ...report, totals: { ...report.totals, rated: 0 } };
    await renderPage('/analytics?view=satisfaction', { server: { ...ANSWERS, getAnalytics: unrated } });
    expect(await screen.findByText(/No visitor has rated a conversation/)).toBeInTheDocument();
  });

  it.each(['flow', 'compare'])('leads an account without a bot on from the view %s', async (view) => {
    await renderPage(`/analytics?view=${view}`, {
      server: { ...ANSWERS, listBots: { items: [], cursor: null } },
    });
    expect(await screen.findByRole('link', { name: 'To your bots' })).toBeInTheDocument();
  });

  it('shows what is on its way', async () => {
    await renderPage('/analytics', { server: { ...ANSWERS, getAnalytics: never } });
    expect(await screen.findByRole('status', { name: 'Loading analytics' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Conversations' })).not.toBeInTheDocument();
  });

  it.each([
    ['overview', 'Failed to load analytics data'],
    ['conversations', 'Failed to load conversation data'],
    ['funnel', 'Failed to load funnel data'],
    ['topics', 'Failed to load topics data'],
  ])('says of the view %s what could not be loaded', async (view, message) => {
    const refused = refuse('auth.forbidden');
    await renderPage(`/analytics?view=${view}`, {
      server: { ...ANSWERS, getAnalytics: refused, getTopics: refused },
    });
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('asks before days are counted otherwise, says what that does, and shows why it failed', async () => {
    const report = { ...sampleReport(), timeZone: 'Pacific/Kiritimati' };
    const { user } = await renderPage('/analytics', {
      server: { ...ANSWERS, getAnalytics: report, setTimeZone: refuse('auth.forbidden') },
    });
    await user.click(await screen.findByRole('button', { name: /from now on/ }));
    const dialog = within(screen.getByRole('dialog', { name: /^Count days/ }));
    expect(dialog.getByText(/What has been counted stays on its day/)).toBeInTheDocument();
    expect(server.calls('setTimeZone')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Change the time zone' }));
    expect(await dialog.findByText(/permission/i)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog', { name: /^Count days/ })).not.toBeInTheDocument();
  });

  it('says at the input that the first day is after the last, and asks nothing of the server', async () => {
    const { user } = await renderPage('/analytics?range=custom&from=2030-03-01&to=2030-03-10', {
      server: ANSWERS,
    });
    await card('Conversations');
    const asked = server.calls('getAnalytics').length;
    const from = screen.getByLabelText('From');
    await user.clear(from);
    fireEvent.change(from, { target: { value: '2030-03-20' } });
    expect(from).toHaveAccessibleDescription('The first day is after the last one.');
    expect(server.calls('getAnalytics').filter(({ query }) => query?.from === '2030-03-20')).toEqual([]);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2030-03-25' } });
    expect(screen.queryByText('The first day is after the last one.')).not.toBeInTheDocument();
    await waitFor(() => expect(server.calls('getAnalytics').length).toBeGreaterThan(asked));
    expect(server.calls('getAnalytics').at(-1)?.query).toMatchObject({
      from: '2030-03-20',
      to: '2030-03-25',
    });
  });

  it('leads on from a bot that is gone to the figures of all', async () => {
    const { user } = await renderPage('/analytics?range=7d&bots=gone', {
      server: { ...ANSWERS, getAnalytics: refuse('bot.not_found') },
    });
    const way = await screen.findByRole('link', { name: 'Show all bots' });
    server.answer({ getAnalytics: sampleReport() });
    await user.click(way);
    expect(await card('Conversations')).toBeInTheDocument();
    expect(server.calls('getAnalytics').at(-1)?.query).toEqual({ range: '7d' });
  });

  it('says that it is too early for a forecast', async () => {
    const getForecast = { month: '2030-03', used: 3, limit: 100, expected: null, reachedOn: null };
    await renderPage('/analytics?view=cost', { server: { ...ANSWERS, getForecast } });
    expect(await screen.findByText(/It is too early to say/)).toBeInTheDocument();
  });

  it('is there in German', async () => {
    await renderPage('/analytics', { server: ANSWERS, language: 'de' });
    expect(within(await card('Gespräche')).getByText('+20 % (zuvor: 100)')).toBeInTheDocument();
  });

  it('merges a topic into another that is chosen, and keeps a viewer from it', async () => {
    const topic = {
      botId: sampleBot().id,
      merged: [],
      phrases: [],
      unanswered: 1,
      previous: 2,
      share: 0.5,
      major: true,
    };
    const getTopics = {
      questions: 8,
      topics: [
        { ...topic, name: 'Returns', title: 'Returns', asked: 4 },
        { ...topic, name: 'Refunds', title: 'Refunds', asked: 4 },
      ],
    };
    const { user } = await renderPage('/analytics?view=topics', { server: { ...ANSWERS, getTopics } });
    const row = within(await screen.findByRole('row', { name: /Refunds/ }));
    await user.click(row.getByRole('button', { name: 'Rename' }));
    const field = screen.getByLabelText('New name');
    await user.clear(field);
    await user.type(field, 'Returns');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.calls('renameTopic').map(({ body }) => body)).toEqual([
        { botId: 'bot-1', topic: 'Refunds', name: 'Returns' },
      ]),
    );
  });

  it('shows a viewer topics without a way to rename them', async () => {
    const getTopics = {
      questions: 1,
      topics: [
        {
          botId: sampleBot().id,
          name: 'Returns',
          title: 'Returns',
          merged: [],
          phrases: [],
          asked: 1,
          unanswered: 0,
          previous: 0,
          share: 1,
          major: true,
        },
      ],
    };
    await renderPage('/analytics?view=topics', { role: 'viewer', server: { ...ANSWERS, getTopics } });
    await screen.findByRole('rowheader', { name: /Returns/ });
    expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument();
  });
});

describe('a dashboard of one’s own', () => {
  const BOARD = '/analytics?view=custom';

  it('saves each change over the one before, and undoes them step by step', async () => {
    let version = 0;
    const { user } = await renderPage(BOARD, {
      server: {
        ...ANSWERS,
        getLayout: NOTHING_STORED,
        saveLayout: ({ body }) => {
          expect(body.version).toBe(version);
          version += 1;
          return { ...body, version };
        },
      },
    });
    const add = await screen.findByLabelText('Add a widget');
    await user.selectOptions(add, 'Figure: Answered questions');
    await user.selectOptions(add, 'Table: Pages');
    await user.selectOptions((await screen.findAllByLabelText('Size'))[0] as HTMLElement, 'Large');
    const saved = () =>
      server.calls('saveLayout').map(({ body }) => body.widgets.map(({ shows, size }) => `${shows} ${size}`));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(saved()).toEqual([
        ['answered small'],
        ['answered small', 'pages medium'],
        ['answered large', 'pages medium'],
        ['answered small', 'pages medium'],
        ['answered small'],
      ]),
    );
  });

  it('keeps the focus on a widget that is moved, up to the end', async () => {
    const widget = (shows: 'answered' | 'resolved') =>
      ({ id: shows, kind: 'metric_card', size: 'small', shows }) as const;
    const { user } = await renderPage(BOARD, {
      server: {
        ...ANSWERS,
        getLayout: { version: 1, widgets: [widget('answered'), widget('resolved')] },
        saveLayout: ({ body }) => ({ ...body, version: body.version + 1 }),
      },
    });
    const tools = within(await screen.findByRole('toolbar', { name: 'Answered questions' }));
    const later = tools.getByRole('button', { name: 'Move forward' });
    await user.click(later);
    await waitFor(() => expect(screen.getAllByRole('toolbar')[1]).toHaveAccessibleName('Answered questions'));
    expect(later).toHaveFocus();
    expect(later).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows what another window saved instead of overwriting it, and goes on from there', async () => {
    const theirs: AnalyticsLayout = {
      version: 7,
      widgets: [{ id: 'w', kind: 'metric_card', size: 'small', shows: 'resolved' }],
    };
    const { user } = await renderPage(BOARD, {
      server: { ...ANSWERS, getLayout: NOTHING_STORED, saveLayout: refuse('analytics.layout_conflict') },
    });
    const add = await screen.findByLabelText('Add a widget');
    server.answer({ getLayout: theirs });
    await user.selectOptions(add, 'Figure: Answered questions');
    expect(await card('Resolved conversations')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('changed in another window');
    expect(screen.queryByRole('region', { name: 'Answered questions' })).not.toBeInTheDocument();

    server.answer({ saveLayout: ({ body }) => ({ ...body, version: body.version + 1 }) });
    await user.selectOptions(screen.getByLabelText('Add a widget'), 'Figure: Answered questions');
    await waitFor(() => expect(server.calls('saveLayout').at(-1)?.body.version).toBe(7));
  });

  it('keeps what could not be saved, and saves it when asked again', async () => {
    const { user } = await renderPage(BOARD, {
      server: { ...ANSWERS, getLayout: NOTHING_STORED, saveLayout: refuse('auth.forbidden') },
    });
    await user.selectOptions(await screen.findByLabelText('Add a widget'), 'Figure: Answered questions');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(await card('Answered questions')).toBeInTheDocument();
    server.answer({ saveLayout: ({ body }) => ({ ...body, version: 1 }) });
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(
      server
        .calls('saveLayout')
        .at(-1)
        ?.body.widgets.map(({ shows }) => shows),
    ).toEqual(['answered']);
  });
});
