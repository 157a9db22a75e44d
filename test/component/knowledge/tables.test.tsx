import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DocumentTable } from '#contract/knowledge/documents';
import { renderPage } from '../harness/render';
import { sampleBot, sampleDocument, sampleUsage } from '../harness/samples';
import { refuse } from '../harness/server';

const TABLE: DocumentTable = {
  ...{ id: 'a'.repeat(16), page: 2, rows: 12, columns: 2, hasHeader: false, basis: 'form', said: null },
  beginning: [
    ['What', 'Where'],
    ['Bikes', 'Hall A'],
  ],
};
const listed = sampleDocument({ tableCount: 1 });
const read = (table: Partial<DocumentTable> = {}) => ({ ...listed, tables: [{ ...TABLE, ...table }] });

const show = (options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage('/bots/bot-1/knowledge', {
    ...options,
    server: {
      getBot: sampleBot(),
      getUsage: sampleUsage(),
      listSites: { items: [] },
      listDocuments: { items: [listed], cursor: null },
      getDocument: read(),
      updateDocument: read({ said: true }),
      ...options.server,
    },
  });

describe('how tables of a document were read', () => {
  it('is shown with their first rows, and told anew as soon as their owner says otherwise', async () => {
    const { user, server } = await show();
    await user.click(await screen.findByRole('button', { name: 'How the tables of Price list were read' }));
    const table = await screen.findByRole('region', { name: 'Table 1, page 2' });
    expect(within(table).getByText('12 rows · 2 columns')).toBeInTheDocument();
    expect(within(table).queryByRole('columnheader')).not.toBeInTheDocument();
    expect(within(table).getByRole('status')).toHaveTextContent('no header: each row stands for itself');
    await user.click(within(table).getByRole('radio', { name: 'Is a header' }));
    expect(server.calls('updateDocument')[0]?.body).toEqual({
      header: { table: TABLE.id, isFirstRow: true },
    });
    expect(await within(table).findByText('The document is being read again.')).toBeInTheDocument();
    expect(within(table).getByRole('radio', { name: 'Is a header' })).toBeChecked();
    server.answer({ getDocument: read({ said: true, hasHeader: true, basis: 'owner' }) });
    expect(await within(table).findByText(/Its first row is a header\. You said so\./)).toBeInTheDocument();
    expect(within(table).getByRole('columnheader', { name: 'What' })).toBeInTheDocument();
  });

  it('is what viewers see and don’t change, in German too', async () => {
    const { user } = await show({ role: 'viewer', language: 'de' });
    await user.click(
      await screen.findByRole('button', { name: 'So wurden die Tabellen von Price list gelesen' }),
    );
    const table = await screen.findByRole('region', { name: 'Tabelle 1, Seite 2' });
    expect(within(table).getByRole('status')).toHaveTextContent('Sie hat keine Kopfzeile');
    expect(within(table).queryByRole('radio')).not.toBeInTheDocument();
  });

  it('stays as it was where saying so fails, and says why', async () => {
    const { user } = await show({ server: { updateDocument: refuse('auth.forbidden') } });
    await user.click(await screen.findByRole('button', { name: 'How the tables of Price list were read' }));
    await user.click(await screen.findByRole('radio', { name: 'Is not a header' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'As read' })).toBeChecked();
  });

  it('is offered of no document without tables', async () => {
    await show({ server: { listDocuments: { items: [sampleDocument()], cursor: null } } });
    await screen.findByRole('button', { name: 'Delete Price list' });
    expect(screen.queryByRole('button', { name: /tables of/ })).not.toBeInTheDocument();
  });
});
