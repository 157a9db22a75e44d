import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BUCKET, openBucket } from '../harness/bucket';
import { renderPage } from '../harness/render';
import { sampleBot, sampleDocument, sampleUsage } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';

const show = (items = [sampleDocument()], server: Answers = {}) =>
  renderPage('/bots/bot-1/knowledge', {
    server: {
      getBot: sampleBot(),
      getUsage: sampleUsage(),
      listSites: { items: [] },
      listDocuments: { items, cursor: null },
      ...server,
    },
  });
const broken = sampleDocument({ id: 'doc-2', title: 'broken', status: 'failed', failureReason: 'corrupted' });
const DOC = sampleDocument().id;
const NAMES = ['Open original', 'Download', 'Upload a new version', 'Edit details', 'Delete'];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a document’s row', () => {
  it('has its actions in words in a menu', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Actions for Price list' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(NAMES);
    await user.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Edit details' }));
    expect(await screen.findByRole('dialog', { name: /details/i })).toBeInTheDocument();
  });

  it('shows what an icon does while it has the focus or is pointed at, until Escape', async () => {
    const { user } = await show();
    const icon = await screen.findByRole('button', { name: 'Delete Price list' });
    await user.hover(icon);
    expect(within(icon).getByText('Delete')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(within(icon).queryByText('Delete')).not.toBeInTheDocument();
    await user.unhover(icon);
    const before = screen.getByRole('button', { name: 'Edit the details of Price list' });
    before.focus();
    await user.tab();
    await waitFor(() => expect(within(icon).getByText('Delete')).toBeInTheDocument());
  });

  it('comes before the trial of the bot and its websites, under the two ways to add another', async () => {
    await show();
    const list = await screen.findByRole('heading', { name: 'Documents' });
    expect(screen.getByRole('button', { name: 'Add files' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Write an answer' })).toBeInTheDocument();
    const trial = screen.getByRole('heading', { name: 'Try a question' });
    expect(list.compareDocumentPosition(trial) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('of one that could not be read says why, and offers nothing that would answer nothing', async () => {
    await show([broken]);
    expect(await screen.findByText(/^The file is damaged\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete broken' })).toBeInTheDocument();
    for (const name of ['Edit the details of broken', 'Open the original of broken', 'Download broken'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('shows what is said of it anew, as soon as that is saved', async () => {
    const { user, server } = await show([sampleDocument({ tags: ['shop'] })], {
      updateDocument: ({ body }) => sampleDocument(body as object),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit the details of Price list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit details' }));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Prices');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The details have been saved.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Prices' })).toBeInTheDocument();
    expect(server.calls('updateDocument')[0]?.body).toEqual({
      title: 'Prices',
      description: '',
      category: '',
      tags: ['shop'],
    });
  });

  it('asks before it is deleted, with the answers that cite it, and goes', async () => {
    const { user, server } = await show(undefined, {
      countCitations: { answers: 3, hasMore: false, documents: [{ documentId: DOC, answers: 3 }] },
      undoDocumentDeletion: sampleDocument({ status: 'processing' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Price list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this document?' }));
    expect(await dialog.findByText(/^3 answers to visitors cite it\./)).toBeInTheDocument();
    expect(server.calls('deleteDocument')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The document has been deleted.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Price list' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'Price list' })).toBeInTheDocument();
    expect(server.calls('undoDocumentDeletion').map(({ params }) => params.documentId)).toEqual([DOC]);
  });

  it('says where its deletion can’t be taken back any more, and offers that for none that never answered', async () => {
    const { user } = await show([sampleDocument(), broken], {
      countCitations: { answers: 0, hasMore: false, documents: [] },
      undoDocumentDeletion: refuse('document.not_found'),
    });
    const remove = async (title: string) => {
      await user.click(await screen.findByRole('button', { name: `Delete ${title}` }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete this document?' }));
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      await waitFor(() => expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument());
    };
    await remove('broken');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await remove('Price list');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Document not found')).toBeInTheDocument();
  });
});

describe('several documents', () => {
  it('are downloaded as far as they have a file, are told where not, and stay chosen', async () => {
    openBucket();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, server } = await show([sampleDocument(), broken], {
      getOriginal: { url: BUCKET, expiresAt: '2026-03-02T10:00:00.000Z', isReplaced: false },
    });
    for (const title of ['Price list', 'broken'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    const left = '1 document that could not be read: its file is not kept';
    expect(await screen.findByText(left)).toBeInTheDocument();
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    const links = click.mock.contexts as HTMLAnchorElement[];
    expect(links.map(({ download }) => download)).toEqual(['prices.pdf']);
    expect(server.calls('getOriginal').map(({ query }) => query.as)).toEqual(['file']);
  });
});
