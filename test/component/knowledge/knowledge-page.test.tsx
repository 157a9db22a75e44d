import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TeamRole } from '#contract/base/permissions';
import { queryClient } from '#lib/query-client';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { sampleBot, sampleDocument, sampleUsage } from '../harness/samples';
import { type Answers, never, refuse } from '../harness/server';

const show = (server: Answers, role: TeamRole = 'owner') =>
  renderPage('/bots/bot-1/knowledge', {
    role,
    server: { getBot: sampleBot(), getUsage: sampleUsage(), listSites: { items: [] }, ...server },
  });

describe('the documents of a bot', () => {
  it('say that they load', async () => {
    await show({ listDocuments: never });
    expect(await screen.findByRole('status', { name: 'Loading documents' })).toBeInTheDocument();
  });

  it('are asked for where there are none', async () => {
    await show({ listDocuments: { items: [], cursor: null } });
    expect(await screen.findByText('Give your bot something to read')).toBeInTheDocument();
  });

  it('are none to a viewer, who is asked for nothing', async () => {
    await show({ listDocuments: { items: [], cursor: null } }, 'viewer');
    expect(await screen.findByText('This bot has no documents yet.')).toBeInTheDocument();
    expect(screen.queryByText('Give your bot something to read')).not.toBeInTheDocument();
  });

  it('say why they could not be loaded', async () => {
    await show({ listDocuments: refuse('auth.forbidden') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });

  it('are listed, all pages of them', async () => {
    const { server } = await show({
      listDocuments: ({ query }) =>
        query.cursor === undefined
          ? { items: [sampleDocument()], cursor: 'next' }
          : { items: [sampleDocument({ id: 'doc-2', title: 'Opening hours' })], cursor: null },
    });
    expect(await screen.findByText('Price list')).toBeInTheDocument();
    expect(await screen.findByText('Opening hours')).toBeInTheDocument();
    const asked = server.calls('listDocuments').map(({ params, query }) => [params.botId, query.cursor]);
    expect(new Set(asked.map(String))).toEqual(new Set(['bot-1,', 'bot-1,next']));
  });

  it('are turned in pages of 25, and searched in all of them', async () => {
    const items = Array.from({ length: 60 }, (_, place) =>
      sampleDocument({
        id: `doc-${place}`,
        title: `Sheet ${place}`,
        createdAt: `2026-03-02T10:00:${String(place).padStart(2, '0')}.000Z`,
      }),
    );
    const { user } = await show({
      listDocuments: { items, cursor: null },
      searchPassages: { documents: [], hasMore: false, hasWords: true },
    });
    expect(await screen.findByText('1–25 of 60')).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { name: /^Sheet/ })).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('51–60 of 60')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Sheet 0' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    await user.type(screen.getByRole('searchbox'), 'Sheet 57');
    expect(await screen.findByRole('heading', { name: 'Sheet 57' })).toBeInTheDocument();
    expect(screen.queryByText(/ of 60$/)).not.toBeInTheDocument();
  });

  it('are searched and filtered by status at once, and counted as they are shown', async () => {
    const items = Array.from({ length: 30 }, (_, place) =>
      sampleDocument({
        id: `doc-${place}`,
        title: `Sheet ${place}`,
        status: place < 28 ? 'success' : 'failed',
      }),
    );
    const passage = { page: null, heading: null, excerpt: { text: 'A sheet of paper.', marks: [] } };
    const documents = items.slice(0, 28).map(({ id }) => ({ documentId: id, passages: [passage] }));
    const { user } = await show({
      listDocuments: { items, cursor: null },
      searchPassages: { documents, hasMore: false, hasWords: true },
    });
    await user.type(await screen.findByRole('searchbox'), 'sheet');
    expect(await screen.findByText('Found in the text of 28 documents.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('26–30 of 30')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    expect(screen.getAllByRole('heading', { name: /^Sheet/ })).toHaveLength(2);
    expect(screen.queryByText(/^Found in the text/)).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Status'), 'Ready');
    expect(screen.getByText('Found in the text of 28 documents.')).toBeInTheDocument();
    expect(screen.getByText('1–25 of 28')).toBeInTheDocument();
  });

  it('have the account and the bot counted anew when one is read, though no event tells of it', async () => {
    let status: 'processing' | 'success' = 'processing';
    const { server } = await show({
      listDocuments: () => ({ items: [sampleDocument({ status })], cursor: null }),
    });
    expect((await screen.findAllByText('Being read')).length).toBeGreaterThan(0);
    const asked = server.calls('getBot').length;
    status = 'success';
    await queryClient.invalidateQueries({ queryKey: ['documents', 'bot-1'] });
    await waitFor(() => expect(server.calls('getBot').length).toBeGreaterThan(asked));
  });

  it('say what of one could not be read, and what to do', async () => {
    const notices = [
      { kind: 'pages_without_text' as const, count: 3, pages: [2, 3, 5] },
      { kind: 'formulas_without_value' as const, count: 1, pages: [] },
    ];
    await show({ listDocuments: { items: [sampleDocument({ notices })], cursor: null } });
    expect(await screen.findByText(/3 pages have no text.*pages 2–3, 5\..*OCR/)).toBeInTheDocument();
    expect(screen.getByText(/One formula has no result/)).toBeInTheDocument();
  });

  it('say that one is found by its words only, until an event tells that it is embedded', async () => {
    const document = sampleDocument({ wordsOnly: true });
    await show({ listDocuments: { items: [document], cursor: null } });
    expect(await screen.findByText(/Found by its words only/)).toBeInTheDocument();
    await waitFor(() => expect(live.isOpen()).toBe(true));
    await live.send({ type: 'document.changed', document: { ...document, wordsOnly: false } });
    await waitFor(() => expect(screen.queryByText(/Found by its words only/)).not.toBeInTheDocument());
  });

  it('show by an event what became of one', async () => {
    await show({ listDocuments: { items: [sampleDocument({ status: 'processing' })], cursor: null } });
    expect((await screen.findAllByText('Being read')).length).toBeGreaterThan(0);
    await waitFor(() => expect(live.isOpen()).toBe(true));
    await live.send({
      type: 'document.changed',
      document: sampleDocument({ status: 'failed', failureReason: 'encrypted' }),
    });
    await waitFor(() => expect(screen.queryByText('Being read')).not.toBeInTheDocument());
    expect((await screen.findAllByText('Failed')).length).toBeGreaterThan(0);
  });
});
