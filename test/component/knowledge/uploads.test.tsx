import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Document } from '#contract/knowledge/documents';
import { BUCKET, openBucket } from '../harness/bucket';
import { renderPage } from '../harness/render';
import { sampleBot, sampleDocument, sampleUsage } from '../harness/samples';
import { type Answers, refuse } from '../harness/server';

const HOURS = 'We are open from nine to six.\n';
const contentHash = createHash('sha256').update(HOURS).digest('hex');
const known = sampleDocument({
  title: 'Opening hours',
  fileName: 'hours.txt',
  size: HOURS.length,
  contentHash,
});
const text = (name: string, content = HOURS) => new File([content], name, { type: 'text/plain' });

beforeEach(openBucket);
afterEach(() => void vi.unstubAllGlobals());

async function open(items: readonly Document[], server: Answers = {}) {
  const page = await renderPage('/bots/bot-1/knowledge', {
    server: {
      getBot: sampleBot(),
      getUsage: sampleUsage(),
      listSites: { items: [] },
      listDocuments: { items: [...items], cursor: null },
      ...server,
    },
  });
  const place = await screen.findByRole('region', { name: 'Upload documents' });
  const drop = (...files: readonly File[]) =>
    fireEvent.drop(place, { dataTransfer: { files, types: ['Files'] } });
  return { ...page, drop };
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add documents' }));
const row = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

describe('files that are dropped', () => {
  it('are refused at once where they cannot be read, each with its reason', async () => {
    const { user, server, drop } = await open([]);
    drop(new File(['MZ'], 'program.exe'), text('nothing.txt', ''));
    expect((await row('program.exe')).getByText(/^This file type is not supported\./)).toBeInTheDocument();
    expect((await row('nothing.txt')).getByText(/^This file is empty\./)).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: 'Add documents' })).not.toBeInTheDocument();
    for (const name of ['program.exe', 'nothing.txt']) {
      await user.click(screen.getByRole('button', { name: `Remove ${name} from the list` }));
      expect(screen.queryByText(name)).not.toBeInTheDocument();
    }
    expect(server.calls('registerDocument')).toEqual([]);
  });

  it('are sent with what is said of them, which needs a title', async () => {
    const document = sampleDocument({ title: 'Opening hours', status: 'processing' });
    const { user, server, drop } = await open([], {
      registerDocument: { document, upload: { url: BUCKET, fields: { key: 'a' } } },
      completeUpload: document,
    });
    drop(text('hours.txt'));
    const asked = await dialog();
    const title = asked.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.click(asked.getByRole('button', { name: 'Upload' }));
    expect(asked.getByText('Please enter a title.')).toBeInTheDocument();
    expect(server.calls('registerDocument')).toEqual([]);
    await user.type(title, 'Opening hours');
    await user.type(asked.getByLabelText('Category (optional)'), 'Shop');
    await user.type(asked.getByLabelText('Tags (optional)'), 'times, week, times');
    await user.click(asked.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(server.calls('completeUpload')).toHaveLength(1));
    expect(server.calls('registerDocument')[0]?.body).toMatchObject({
      fileName: 'hours.txt',
      contentHash,
      title: 'Opening hours',
      category: 'Shop',
      tags: ['times', 'week'],
    });
    expect(await screen.findByRole('heading', { name: 'Opening hours' })).toBeInTheDocument();
  });

  it('are told of where they are here already, by their content', async () => {
    const { user, drop } = await open([known], { registerDocument: refuse('document.duplicate') });
    drop(text('hours again.txt'));
    const asked = await dialog();
    await asked.findByText(/^“Opening hours” already has the same content/);
    await user.click(asked.getByRole('button', { name: 'Upload' }));
    const refused = await row('hours again.txt');
    expect(await refused.findByText(/already been uploaded/)).toBeInTheDocument();
    expect(refused.queryByRole('button', { name: /again$/ })).not.toBeInTheDocument();
    await user.click(refused.getByRole('button', { name: 'Remove hours again.txt from the list' }));
    expect(screen.queryByText('hours again.txt')).not.toBeInTheDocument();
  });

  it('are told of where they are here by their name, or chosen twice, and can be left out', async () => {
    const { user, server, drop } = await open([known]);
    const other = 'We are open from ten to six.\n';
    drop(text('hours.txt', other), text('copy.txt', other));
    const asked = await dialog();
    expect(await asked.findByText(/^A file with this name is here already: “Opening hours”\./)).toBeVisible();
    expect(asked.getByText(/^The same content as hours\.txt/)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Leave out copy.txt' }));
    expect(asked.getByRole('button', { name: 'Upload' })).toBeInTheDocument();
    expect(asked.queryByText(/^The same content/)).not.toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(server.calls('registerDocument')).toEqual([]);
  });
});
