import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MOST_AT_ONCE } from '#contract/conversations/bounds';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { sampleBot, sampleConversation } from '../harness/samples';
import { type Answers, heldBack, refuse } from '../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const message = (number: number, change: object = {}) => ({
  ...{ id: `conversation-1-00000${number}`, conversationId: 'conversation-1', author: 'visitor' },
  ...{ authorName: null, text: 'Is anybody there?', createdAt: AT, clientMessageId: null, inReplyTo: null },
  ...{ kind: null, citations: [], prompt: null, attachment: null, thumb: null },
  ...{ record: null, thumbComment: null, goneDocuments: [] },
  ...change,
});
const KIM = { userId: 'kim', name: 'Kim Colleague', avatarUrl: null, available: true };
const desk = (...waiting: ReturnType<typeof sampleConversation>[]) => ({
  ...{ waiting, answered: [], withBot: 0 },
  isMore: { waiting: false, answered: false, withBot: false },
});
const open = (server: Answers = {}, address = '/conversations/conversation-1', more: object = {}) =>
  renderPage(address, {
    server: {
      listBots: { items: [sampleBot()], cursor: null },
      listConversations: { items: [sampleConversation()], cursor: null },
      listWithPeople: desk(sampleConversation()),
      getConversation: sampleConversation(),
      listConversationMessages: { items: [message(1)] },
      // The server answers with the conversation that it has.
      markConversationRead: { ...sampleConversation(), ...(server.getConversation as object), unread: 0 },
      listAgents: { items: [KIM] },
      ...server,
    } as Answers,
    ...more,
  });

describe('the list', () => {
  it('tells visitors without a name apart', async () => {
    await open(
      { listWithPeople: desk(sampleConversation({ visitorName: null, currentPage: null })) } as Answers,
      '/conversations',
    );
    expect(await screen.findByText('Visitor 4821')).toBeInTheDocument();
  });

  it('says that it has not looked through all yet, and searches further', async () => {
    const { user, server } = await open(
      { listConversations: { items: [], cursor: 'next' } },
      '/conversations?text=invoice',
    );
    expect(await screen.findByText(/Not all conversations/)).toBeInTheDocument();
    server.answer({ listConversations: { items: [sampleConversation()], cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Search further' }));
    expect(await screen.findByText('Kim Visitor')).toBeInTheDocument();
  });

  it('does the same with all that are chosen, and takes a deletion back', async () => {
    const { user } = await open(
      {
        actOnConversations: { items: [{ id: 'conversation-1', error: null }] },
      } as unknown as Answers,
      '/conversations',
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Select Kim Visitor' }));
    const bar = within(screen.getByRole('toolbar'));
    await user.click(bar.getByRole('button', { name: 'Delete' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete this conversation?' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    expect(await screen.findByText('The conversation is deleted.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The conversation is back.')).toBeInTheDocument();
  });

  it('selects all that are shown, at most as many as can be changed at once', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => sampleConversation({ id: `c-${at}`, visitorName: `V ${at}` }));
    const { user } = await open(
      {
        listWithPeople: desk(...rows(MOST_AT_ONCE + 2)),
        exportConversations: refuse('server.unavailable'),
      } as unknown as Answers,
      '/conversations',
    );
    const all = await screen.findByRole('checkbox', { name: /^Select the first 50/ });
    await user.click(all);
    expect(screen.getByText('50 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select V 50' }));
    expect(screen.getByText(/^At most 50 at once\. Clear/)).toBeInTheDocument();
    await user.click(all);
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });

  it('saves a file with the team’s notes only where that is chosen', async () => {
    const { user, server } = await open(
      { exportConversations: refuse('server.unavailable') } as unknown as Answers,
      '/conversations',
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Select 1 shown' }));
    const files = within(screen.getByRole('toolbar')).getByRole('combobox', { name: 'Export …' });
    for (const name of ['PDF', 'CSV, with internal notes']) await user.selectOptions(files, name);
    await waitFor(() =>
      expect(server.calls('exportConversations').map(({ body }) => body)).toMatchObject([
        { format: 'pdf', notes: false },
        { format: 'csv', notes: true },
      ]),
    );
  });

  it('keeps a filter under a name', async () => {
    const address = 'status=escalated';
    const { user } = await open(
      { saveViews: { version: 1, items: [{ name: 'Waiting', address }] } } as unknown as Answers,
      `/conversations?${address}`,
    );
    await user.click(await screen.findByRole('button', { name: /^Filter/ }));
    await user.click(await screen.findByRole('button', { name: 'Save this filter' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the filter' }), 'Waiting');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Waiting', pressed: true })).toBeInTheDocument();
  });

  it('is gone through by keys, which say what they do', async () => {
    const { user, router } = await open({}, '/conversations?status=escalated');
    await screen.findByText('Kim Visitor');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('j{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/conversations/conversation-1'));
    expect(router.state.location.search).toBe('?status=escalated');
    // The list stays beside it.
    expect(screen.getAllByText('Kim Visitor').length).toBeGreaterThan(1);
  });
});

describe('the keys', () => {
  const rows = ['One', 'Two', 'Three'].map((visitorName, place) =>
    sampleConversation({ id: `conversation-${place + 1}`, visitorName }),
  );
  const listed = {
    listConversations: { items: rows, cursor: null },
    listWithPeople: desk(...rows),
    getConversation: ({ params }: { params: { conversationId: string } }) =>
      rows.find(({ id }) => id === params.conversationId),
    actOnConversations: { items: [{ id: 'conversation-3', error: null }] },
    actOnConversation: sampleConversation({ id: 'conversation-1', status: 'resolved' }),
  } as unknown as Answers;

  it('resolve what is open, however it was opened, and that is taken back', async () => {
    const { user, server } = await open(listed, '/conversations');
    await screen.findByText('Three');
    await user.keyboard('j');
    await user.click(screen.getByText('Three'));
    await screen.findByRole('heading', { level: 1, name: 'Three' });
    await user.keyboard('e');
    const body = (action: string) => expect.objectContaining({ ids: ['conversation-3'], action });
    await waitFor(() =>
      expect(server.calls('actOnConversations').map((call) => call.body)).toEqual([body('resolve')]),
    );
    const toast = (await screen.findByText('The conversation is marked as resolved.')).parentElement;
    await user.click(within(toast as HTMLElement).getByRole('button', { name: 'Reopen' }));
    await waitFor(() =>
      expect(server.calls('actOnConversations').map((call) => call.body)).toContainEqual(body('reopen')),
    );
  });

  it('open the one that has waited longest when one is resolved, where that is wanted', async () => {
    localStorage.clear();
    const { user, router } = await open(listed, '/conversations/conversation-2');
    await screen.findByRole('heading', { level: 1, name: 'Two' });
    await user.keyboard('e');
    await waitFor(() => expect(router.state.location.pathname).toBe('/conversations/conversation-1'));
    // Where one was is gone with the one before: the keys work on from the name of this one.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'One' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Inbox options' }));
    await user.click(screen.getByRole('switch', { name: /open the next one that waits/ }));
    await user.click(screen.getByRole('button', { name: 'Resolve' }));
    // The toast of the one before is still there.
    await waitFor(() =>
      expect(screen.getAllByText('The conversation is marked as resolved.')).toHaveLength(2),
    );
    expect(router.state.location.pathname).toBe('/conversations/conversation-1');
    await user.click(screen.getByRole('switch', { name: /open the next one that waits/ }));
  });

  it('lead to where one writes and assigns', async () => {
    const { user } = await open(listed, '/conversations/conversation-2');
    await screen.findByRole('heading', { level: 1, name: 'Two' });
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('n');
    await waitFor(() => expect(screen.getByLabelText('Your note')).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('heading', { level: 1, name: 'Two' })).toHaveFocus();
    await user.keyboard('r');
    expect(screen.getByLabelText('Your reply')).toHaveFocus();
    await user.keyboard('{Escape}a');
    expect(screen.getByRole('combobox', { name: 'Assigned to' })).toHaveFocus();
  });

  it('are letters to a person who was writing, also when the field has lost the focus to nothing', async () => {
    const { user, router, server } = await open(listed, '/conversations/conversation-2');
    const field = await screen.findByLabelText('Your reply');
    await user.type(field, 'The ');
    field.blur();
    expect(document.body).toHaveFocus();
    await user.keyboard('jerk?');
    expect(router.state.location.pathname).toBe('/conversations/conversation-2');
    expect(server.calls('actOnConversations')).toEqual([]);
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
    // Where somebody goes on from, they are commands again.
    screen.getByRole('heading', { level: 1, name: 'Two' }).focus();
    await user.keyboard('j');
    await waitFor(() => expect(router.state.location.pathname).toBe('/conversations/conversation-3'));
  });

  it('stay commands when the answer to a reply comes after the agent has left the field', async () => {
    const sent = message(2, { conversationId: 'conversation-2', author: 'agent', text: 'At ten.' });
    const reply = heldBack(sent);
    const { user, server } = await open(
      { ...listed, replyToVisitor: reply.answer } as unknown as Answers,
      '/conversations/conversation-2',
    );
    const field = await screen.findByLabelText('Your reply');
    await user.type(field, 'At ten.{Enter}{Escape}');
    expect(screen.getByRole('heading', { level: 1, name: 'Two' })).toHaveFocus();
    reply.give();
    await waitFor(() => expect(field).toHaveValue(''));
    await user.keyboard('e');
    await waitFor(() => expect(server.calls('actOnConversations')).toHaveLength(1));
    expect(field).toHaveValue('');
  });

  it('move the edge of the list', async () => {
    const { user } = await open(listed, '/conversations/conversation-2');
    const edge = await screen.findByRole('separator', { name: 'Width of the list' });
    const before = Number(edge.getAttribute('aria-valuenow'));
    edge.focus();
    await user.keyboard('{ArrowRight}');
    expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));
    await user.keyboard('{Home}');
    expect(edge).toHaveAttribute('aria-valuenow', '256');
  });

  it('go on from what is open', async () => {
    const { user, router } = await open(listed, '/conversations');
    await user.click(await screen.findByText('Two'));
    await screen.findByRole('heading', { level: 1, name: 'Two' });
    await user.keyboard('j');
    await waitFor(() => expect(router.state.location.pathname).toBe('/conversations/conversation-3'));
  });
});

describe('a conversation', () => {
  it('shows notes and what the team and the visitor did where it happened', async () => {
    const by = { userId: 'kim', name: 'Kim Colleague' };
    await open({
      getTimeline: {
        items: [
          { id: 'a', kind: 'take_over', at: '2026-03-02T09:01:00.000Z', by, text: null, to: null },
          { id: 'b', kind: 'note', at: '2026-03-02T09:02:00.000Z', by, text: 'Call back', to: null },
          { id: 'c', kind: 'end', at: '2026-03-02T09:03:00.000Z', by: null, text: null, to: null },
          { id: 'RATING', kind: 'rate', at: '2026-03-02T09:04:00.000Z', by: null, text: 'Kind', to: null },
        ].map((entry) => ({ ...entry, stars: entry.kind === 'rate' ? 4 : null })),
      },
    } as unknown as Answers);
    expect(await screen.findByText(/Kim Colleague took over/)).toBeInTheDocument();
    const note = within(screen.getByRole('article', { name: 'Note by Kim Colleague' }));
    expect(note.getByText('Call back')).toBeInTheDocument();
    expect(screen.getByText(/The visitor ended the conversation/)).toBeInTheDocument();
    expect(screen.getByText(/The visitor gave 4 of 5 stars/)).toHaveTextContent('Kind');
  });

  it('is reopened after it was resolved by mistake', async () => {
    const { user, server } = await open({
      actOnConversation: sampleConversation({ status: 'resolved' }),
    } as unknown as Answers);
    await user.click(await screen.findByRole('button', { name: 'Resolve' }));
    const toast = (await screen.findByText('The conversation is marked as resolved.')).parentElement;
    await user.click(within(toast as HTMLElement).getByRole('button', { name: 'Reopen' }));
    await waitFor(() =>
      expect(server.calls('actOnConversation').map((call) => call.body)).toEqual([
        { action: 'resolve' },
        { action: 'reopen' },
      ]),
    );
  });

  it('keeps the text of a reply that came after a colleague’s, and shows theirs', async () => {
    const { user, server } = await open({ replyToVisitor: refuse('conversation.answered_meanwhile') });
    const field = await screen.findByRole('textbox', { name: 'Your reply' });
    await screen.findByRole('log');
    await user.type(field, 'I am here');
    server.answer({
      listConversationMessages: {
        items: [message(1), message(2, { author: 'agent', authorName: 'Kim', text: 'Kim is here' })],
      },
    } as unknown as Answers);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/Somebody else has answered/)).toBeInTheDocument();
    expect(await screen.findByText('Kim is here')).toBeInTheDocument();
    expect(field).toHaveValue('I am here');
  });

  it('fills in a canned reply', async () => {
    const { user } = await open({
      listCannedReplies: {
        items: [
          { id: 'canned-0001', title: 'Hello', text: 'Hello {{visitor}} from {{bot}}' },
          { id: 'canned-0002', title: 'Bye', text: 'Good bye' },
        ],
      },
    } as unknown as Answers);
    await user.click(await screen.findByRole('button', { name: 'Canned replies' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }));
    await user.type(await dialog.findByRole('searchbox'), 'hell');
    expect(dialog.queryByText('Bye')).toBe(null);
    await user.click(await dialog.findByText('Hello Kim Visitor from Front desk'));
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue(
      'Hello Kim Visitor from Front desk',
    );
  });

  it('keeps what was begun when it is opened again, and puts a draft below it', async () => {
    const citation = { number: 1, documentId: 'd', title: 'Times', page: null, heading: null, quote: 'Ten.' };
    const { user, router } = await open({
      draftReply: { text: 'At ten. [1]', isSupported: true, citations: [citation] },
    } as unknown as Answers);
    const field = () => screen.findByRole('textbox', { name: 'Your reply' });
    await user.type(await field(), 'Dear Kim');
    await router.navigate('/conversations');
    expect(await screen.findByText('Draft')).toBeInTheDocument();
    await router.navigate('/conversations/conversation-1');
    expect(await field()).toHaveValue('Dear Kim');
    await user.click(screen.getByRole('button', { name: 'Draft from documents' }));
    await waitFor(async () => expect(await field()).toHaveValue('Dear Kim\n\nAt ten.'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await field()).toHaveValue('Dear Kim');
    await user.clear(await field());
  });

  it('names the colleague that it waits for', async () => {
    const assignee = { userId: 'kim', name: 'Kim Colleague' };
    await open({ getConversation: sampleConversation({ assignee } as never) });
    expect(await screen.findByText('Waiting for Kim Colleague')).toBeInTheDocument();
  });

  it('says that nothing reaches the visitor of a deleted bot', async () => {
    await open({ getConversation: sampleConversation({ status: 'ended', endedBecause: 'bot_deleted' }) });
    await screen.findByText(/nothing reaches this visitor any more/);
    expect(screen.queryByText(/Reopen it/)).toBe(null);
  });

  it('drafts a reply, and says when the documents hold none', async () => {
    const { user, server } = await open({
      draftReply: { text: '', isSupported: false, citations: [] },
    } as unknown as Answers);
    await user.click(await screen.findByRole('button', { name: 'Draft from documents' }));
    expect(await screen.findByText(/hold no answer/)).toBeInTheDocument();
    const citation = { number: 1, documentId: 'd', title: 'Times', page: null, heading: null, quote: 'Ten.' };
    server.answer({
      draftReply: { text: 'At ten. [1]', isSupported: true, citations: [citation] },
    } as unknown as Answers);
    await user.click(screen.getByRole('button', { name: 'Draft from documents' }));
    expect(await screen.findByText(/Drafted from: Times/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue('At ten.');
  });

  it('shows a colleague who is in it too, and tells them at once of this page', async () => {
    const { server } = await open();
    await screen.findByRole('log');
    await waitFor(() => expect(live.isOpen()).toBe(true));
    await waitFor(() => expect(server.calls('showPresence')).not.toHaveLength(0));
    const before = server.calls('showPresence').length;
    const here = () =>
      live.send({
        type: 'agent.present',
        conversationId: sampleConversation().id,
        agent: { userId: 'kim' as never, name: 'Kim Colleague' },
        typing: true,
      });
    await here();
    expect(await screen.findByText('Kim Colleague is writing a reply.')).toBeInTheDocument();
    await waitFor(() => expect(server.calls('showPresence')).toHaveLength(before + 1));
    await here();
    expect(server.calls('showPresence')).toHaveLength(before + 1);
  });

  it('shows that the visitor writes, until they have', async () => {
    await open();
    await screen.findByRole('log');
    await waitFor(() => expect(live.isOpen()).toBe(true));
    const { id } = sampleConversation();
    await live.send({ type: 'visitor.typing', conversationId: id });
    expect(await screen.findByText(/ is writing …$/)).toBeInTheDocument();
  });

  it('offers a viewer neither replies nor changes', async () => {
    await open({}, undefined, { role: 'viewer' });
    expect(await screen.findByText(/You can read this conversation/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Canned replies' })).toBe(null);
    expect(screen.queryByRole('combobox', { name: 'Assign to …' })).toBe(null);
    expect(screen.queryByRole('button', { name: 'More' })).toBe(null);
  });
});

describe('a list by status', () => {
  it('keeps the conversation that is open when work on it takes it out', async () => {
    const { server } = await open(
      { listConversations: { items: [sampleConversation({ status: 'active' })], cursor: null } },
      '/conversations/conversation-1?status=active',
    );
    await screen.findByRole('checkbox', { name: 'Select Kim Visitor' });
    server.answer({
      listConversations: { items: [], cursor: null },
      getConversation: sampleConversation({ status: 'escalated' }),
    } as unknown as Answers);
    await live.send({
      type: 'conversation.changed',
      conversation: sampleConversation({ status: 'escalated' }),
    } as never);
    expect(await screen.findByText('No longer matches the filter')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select Kim Visitor' })).toBeInTheDocument();
  });
});

describe('a long conversation', () => {
  const at = (number: number) =>
    message(0, { id: `conversation-1-${String(number).padStart(6, '0')}`, text: `Words ${number}` });
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => at(from + place));

  it('opens at its end, adds what was said before, and keeps it when more is said', async () => {
    let last = 250;
    const { user, server } = await open({
      getConversation: sampleConversation({ messageCount: 250 }),
      listConversationMessages: ({ query }) => {
        const { before, after } = query as { readonly before?: string; readonly after?: string };
        const number = Number((before ?? after ?? '0').slice(-6));
        if (before) return { items: range(Math.max(1, number - 100), number - 1) };
        return { items: after ? range(number + 1, Math.min(last, number + 100)) : range(last - 99, last) };
      },
    } as Answers);
    expect(await screen.findByText('Words 250')).toBeInTheDocument();
    expect(screen.queryByText('Words 150')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    expect(await screen.findByText('Words 51')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    expect(await screen.findByText('Words 1')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).not.toBeInTheDocument();
    // More than a page was said while nobody listened.
    last = 400;
    await live.send({
      type: 'conversation.changed',
      conversation: sampleConversation({ messageCount: 400 }),
    } as never);
    await waitFor(() => expect(screen.getByText('Words 400')).toBeInTheDocument());
    expect(screen.getByText('Words 275')).toBeInTheDocument();
    expect(screen.getByText('Words 1')).toBeInTheDocument();
    expect(server.calls('listConversationMessages').length).toBeLessThan(9);
  });
});
