import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, test } from 'vitest';
import { DocumentId } from '#contract/base/ids';
import { daysOfRange, NAMED_RANGES } from '#contract/base/named-ranges';
import { Message } from '#contract/conversations/conversations';
import { ConversationSummary } from '#contract/conversations/inbox';
import { TimelineEntry } from '#contract/conversations/inbox-work';
import { putSummary, withMessage } from '#features/conversations/cache.ts';
import { lengthOf } from '#features/conversations/duration.ts';
import {
  daysFit,
  filterAddress,
  isFiltered,
  NO_FILTER,
  queryOf,
  rangeOf,
  readFilter,
} from '#features/conversations/filter.ts';
import { conversationKeys } from '#features/conversations/queries.ts';
import { placesOf, type TimelinePlaces } from '#features/conversations/timeline-places.ts';
import { VIEWS } from '#features/conversations/views.ts';

const summary = (id: string, fields: object = {}) =>
  ConversationSummary.parse({
    id,
    botId: 'b',
    status: 'escalated',
    language: 'en',
    startedAt: '2030-01-01T00:00:00Z',
    lastMessageAt: null,
    messageCount: 1,
    lastMessage: null,
    lastQuestion: null,
    waitingSince: null,
    endedBecause: null,
    visitorName: null,
    unread: 0,
    assignee: null,
    stars: null,
    visitorNumber: 4821,
    currentPage: null,
    unanswered: 0,
    ...fields,
  });

test.each([
  [20, 'en', '< 1 min'],
  [20, 'de', '< 1 Min.'],
  [59 * 60, 'en', '59 min'],
  [5 * 3_600, 'en', '5 hr'],
  [72 * 3_600, 'de', '3 Tg.'],
] as const)('%i seconds are, in %s, %s', (seconds, language, shown) => {
  expect(lengthOf(seconds * 1_000, language)).toBe(shown);
});

describe('the timeline among the messages', () => {
  const said = (...minutes: string[]) =>
    minutes.map((minute) => ({ createdAt: `2030-01-01T10:${minute}:00Z` }));
  const entry = (id: string, minute: string) =>
    TimelineEntry.parse({
      ...{ id, kind: 'resolve', at: `2030-01-01T10:${minute}:00Z` },
      ...{ by: null, text: null, to: null, stars: null },
    });
  const idsOf = ({ before, after }: TimelinePlaces) =>
    [...before, after].map((all) => all.map(({ id }) => id));

  it('has each entry before the first message that was said later', () => {
    const timeline = [entry('a', '00'), entry('b', '02'), entry('c', '09')];
    expect(idsOf(placesOf(said('01', '03'), timeline, true))).toEqual([['a'], ['b'], ['c']]);
    expect(idsOf(placesOf(said('01', '03'), timeline, false))).toEqual([[], ['b'], ['c']]);
    expect(idsOf(placesOf([], timeline, true))).toEqual([['a', 'b', 'c']]);
  });

  it('has each entry once where the servers’ clocks differ', () => {
    const timeline = [entry('a', '05'), entry('b', '30')];
    expect(idsOf(placesOf(said('10', '00', '40'), timeline, true))).toEqual([['a'], [], ['b'], []]);
  });
});

describe('the filter of conversations', () => {
  it('is what the address says, and nothing that it can not be', () => {
    const read = (query: string) => readFilter(new URLSearchParams(query));
    const all = 'status=pending&bot=b1&document=d1&from=2030-01-02&to=2030-02-03';
    const others = '&assignee=nobody&stars=2&language=de&unanswered=yes&text=invoice';
    expect(read(all + others)).toEqual({
      view: 'all',
      ...{ assignee: 'nobody', stars: '2', language: 'de', unanswered: 'yes', text: 'invoice', counted: '' },
      status: 'pending',
      botId: 'b1',
      documentId: 'd1',
      from: '2030-01-02',
      to: '2030-02-03',
    });
    const nothing = read('status=open&from=yesterday&to=2030-1-1&stars=9&language=fr&unanswered=no');
    expect(nothing).toEqual(NO_FILTER);
    expect(isFiltered(nothing)).toBe(false);
  });

  it('goes to the address and back', () => {
    const filter = {
      ...NO_FILTER,
      view: 'all',
      status: 'ended',
      botId: 'b1',
      documentId: 'd1',
      from: '2030-01-02',
      to: '',
    } as const;
    expect(filterAddress(filter).toString()).toBe('status=ended&bot=b1&document=d1&from=2030-01-02');
    expect(readFilter(filterAddress(filter))).toEqual(filter);
  });

  it('has a view, which the address names where it is not what is meant without', () => {
    const read = (query: string) => readFilter(new URLSearchParams(query));
    expect(read('').view).toBe('waiting');
    expect(read('text=invoice').view).toBe('all');
    for (const view of VIEWS) {
      const filter = { ...NO_FILTER, view };
      expect(readFilter(filterAddress(filter))).toEqual(filter);
      const narrowed = { ...filter, text: 'invoice' };
      expect(readFilter(filterAddress(narrowed))).toEqual(narrowed);
    }
    expect(queryOf({ ...NO_FILTER, view: 'bot' }, 'UTC')).toEqual({ status: 'active' });
  });

  const days = { from: '2030-03-30', to: '2030-03-31' };

  // Clocks go forward in Berlin on the last day of March.
  it.each([
    ['Europe/Berlin', '2030-03-29T23:00:00.000Z', '2030-03-31T22:00:00.000Z'],
    ['Pacific/Kiritimati', '2030-03-29T10:00:00.000Z', '2030-03-31T10:00:00.000Z'],
    ['America/Los_Angeles', '2030-03-30T07:00:00.000Z', '2030-04-01T07:00:00.000Z'],
  ])('is of whole days of the account, both included: %s', (timeZone, from, to) => {
    expect(queryOf({ ...NO_FILTER, ...days }, timeZone)).toEqual({ from, to });
    const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    expect([justBefore(from), from, justBefore(to), to].map((at) => daysFit(days, at, timeZone))).toEqual([
      ...[false, true, true, false],
    ]);
  });
});

describe('ranges of days', () => {
  const today = '2030-03-03';
  it.each([
    ['today', '2030-03-03', '2030-03-03'],
    ['yesterday', '2030-03-02', '2030-03-02'],
    ['7d', '2030-02-25', '2030-03-03'],
    ['this_month', '2030-03-01', '2030-03-03'],
    ['last_month', '2030-02-01', '2030-02-28'],
    ['this_year', '2030-01-01', '2030-03-03'],
  ] as const)('%s are from %s to %s', (range, from, to) => {
    expect(daysOfRange(range, today)).toEqual({ from, to });
  });

  it('are known again by their days', () => {
    for (const range of NAMED_RANGES) expect(rangeOf(daysOfRange(range, today), today)).toBe(range);
    expect(rangeOf({ from: '2029-01-01', to: '2029-01-02' }, today)).toBe(null);
  });
});

describe('the filter by a cited document', () => {
  it('is asked for with its bot only', () => {
    const filter = { ...NO_FILTER, status: '', botId: '', documentId: 'd1', from: '', to: '' } as const;
    expect(queryOf(filter, 'UTC')).toEqual({});
    expect(queryOf({ ...filter, botId: 'b1' }, 'UTC')).toEqual({ botId: 'b1', documentId: 'd1' });
  });
});

describe('what comes over the socket', () => {
  const list = [...conversationKeys.lists, {}];
  const client = () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(list, {
      pages: [{ items: [summary('a'), summary('b', { messageCount: 5 })], cursor: null }],
      pageParams: [null],
    });
    return queryClient;
  };
  const shown = (queryClient: QueryClient) =>
    queryClient.getQueryData<{ pages: { items: ConversationSummary[] }[] }>(list)?.pages[0]?.items;

  test('changes a conversation where it is listed, but not back', () => {
    const queryClient = client();
    putSummary(queryClient, summary('a', { messageCount: 2, unread: 1 }));
    putSummary(queryClient, summary('b', { messageCount: 4 }));
    expect(shown(queryClient)).toMatchObject([
      { id: 'a', unread: 1 },
      { id: 'b', messageCount: 5 },
    ]);
    expect(queryClient.getQueryState(list)?.isInvalidated).toBe(false);
  });

  test('brings what somebody wrote in to the head of a list of open ones, across its pages, but of none that wait', () => {
    const inOrderOf = (status: 'pending' | 'escalated') => {
      const queryClient = client();
      const listed = [...conversationKeys.lists, { ...NO_FILTER, view: 'all', status }];
      const page = (id: string, minute: number) => ({
        items: [summary(id, { status, lastMessageAt: `2030-01-01T00:0${minute}:00Z` })],
        cursor: id,
      });
      queryClient.setQueryData(listed, { pages: [page('a', 2), page('b', 1)], pageParams: [null, 'a'] });
      const lastMessageAt = '2030-01-01T00:03:00Z';
      putSummary(queryClient, summary('b', { status, messageCount: 2, lastMessageAt }));
      return queryClient
        .getQueryData<{ pages: { items: ConversationSummary[] }[] }>(listed)
        ?.pages.flatMap(({ items }) => items.map(({ id, messageCount }) => `${id}${messageCount}`));
    };
    expect(inOrderOf('pending')).toEqual(['b2', 'a1']);
    expect(inOrderOf('escalated')).toEqual(['a1', 'b2']);
  });

  test('puts each on the desk by its status, the longest waiting first', () => {
    const queryClient = client();
    const since = (minute: number) => ({ waitingSince: `2030-01-01T00:0${minute}:00Z` });
    queryClient.setQueryData(conversationKeys.desk, {
      waiting: [summary('a', since(3))],
      answered: [summary('b', { status: 'pending' })],
      withBot: 0,
      isMore: { waiting: false, answered: false, withBot: false },
    });
    putSummary(queryClient, summary('b', { ...since(1), messageCount: 2 }));
    putSummary(queryClient, summary('a', { status: 'pending', messageCount: 2 }));
    expect(queryClient.getQueryData(conversationKeys.desk)).toMatchObject({
      waiting: [{ id: 'b' }],
      answered: [{ id: 'a' }],
    });
    putSummary(queryClient, summary('a', { ...since(0), messageCount: 3 }));
    expect(queryClient.getQueryData(conversationKeys.desk)).toMatchObject({
      waiting: [{ id: 'a' }, { id: 'b' }],
      answered: [],
    });
  });

  test.each([
    ['is new', summary('c')],
    ['has moved', summary('a', { status: 'resolved' })],
  ])('has a list read again where a conversation %s', (_, changed) => {
    const queryClient = client();
    putSummary(queryClient, changed);
    expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);
  });

  test('puts a message in its place, once', () => {
    const message = (id: string, text = id) =>
      Message.parse({
        id,
        conversationId: 'a',
        author: 'visitor',
        authorName: null,
        text,
        createdAt: '2030-01-01T00:00:00Z',
        clientMessageId: null,
        inReplyTo: null,
        kind: null,
        citations: [],
        prompt: null,
        attachment: null,
        thumb: null,
      });
    const record = {
      model: null,
      modelFailure: null,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      retrievedMs: 3,
      firstTextMs: null,
      doneMs: 4,
      searchedFor: null,
      unsupported: [],
    };
    const gone = DocumentId.parse('d1');
    const known = [message('a-000001'), message('a-000003')].map((each) => ({
      ...each,
      record,
      thumbComment: 'The price',
      goneDocuments: [gone],
    }));
    const added = withMessage(withMessage(known, message('a-000002')), message('a-000003', 'again'));
    expect(added.map(({ text }) => text)).toEqual(['a-000001', 'a-000002', 'again']);
    // An event doesn't tell what only the team knows of an answer; what was read does.
    expect(added.map((each) => each.record)).toEqual([record, null, record]);
    expect(added.map((each) => each.thumbComment)).toEqual(['The price', null, 'The price']);
    expect(added.map((each) => each.goneDocuments)).toEqual([[gone], [], [gone]]);
  });
});
