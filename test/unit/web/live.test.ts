import { describe, expect, it } from 'vitest';
import { BotId, DocumentId } from '#contract/base/ids';
import type { Document } from '#contract/knowledge/documents';
import { withDocument } from '#features/knowledge/document-cache.ts';
import { isInterrupted } from '#features/knowledge/interrupted.ts';
import { readError } from '#lib/api';
import { retryDelay } from '#lib/live';

describe('listed documents', () => {
  const pages = {
    pages: [
      { items: [document('d2', 'processing', 2)], cursor: 'next' },
      { items: [document('d1', 'processing', 1)], cursor: null },
    ],
    pageParams: [null, 'next'],
  };
  const statuses = (data: typeof pages) => data.pages.map(({ items }) => items.map(({ status }) => status));

  it('take a change where the document is listed', () => {
    expect(statuses(withDocument(pages, document('d1', 'success', 5)))).toEqual([
      ['processing'],
      ['success'],
    ]);
  });

  it('keep the later state when news arrive out of order', () => {
    const done = withDocument(pages, document('d1', 'success', 5));
    expect(statuses(withDocument(done, document('d1', 'processing', 3)))).toEqual([
      ['processing'],
      ['success'],
    ]);
  });

  it('show a new document first', () => {
    expect(withDocument(pages, document('d3', 'pending', 9)).pages[0]?.items[0]?.id).toBe('d3');
  });
});

describe('a pending document', () => {
  it('counts as interrupted only when its upload can no longer arrive', () => {
    const pending = document('d1', 'pending', 0);
    expect(isInterrupted(pending, Date.parse(pending.createdAt) + 5 * 60_000)).toBe(false);
    expect(isInterrupted(pending, Date.parse(pending.createdAt) + 60 * 60_000)).toBe(true);
    expect(isInterrupted(document('d1', 'processing', 0), Date.parse(pending.createdAt) + 60 * 60_000)).toBe(
      false,
    );
  });
});

describe('reconnecting', () => {
  it('waits longer after each failure, up to a limit, and never all at the same time', () => {
    expect(retryDelay(1, 0.5)).toBeGreaterThan(retryDelay(0, 0.5));
    expect(retryDelay(50, 1)).toBe(retryDelay(60, 1));
    expect(retryDelay(3, 0)).toBeLessThan(retryDelay(3, 1));
    expect(retryDelay(0, 0)).toBeGreaterThan(0);
  });
});

describe('a failed call', () => {
  it('is known by the code in its body', async () => {
    const body = { error: { code: 'bot.name_taken', message: 'x', fields: { name: 'taken' } } };
    const error = await readError(Response.json(body, { status: 409 }));
    expect(error).toMatchObject({ code: 'bot.name_taken', fields: { name: 'taken' } });
  });

  it.each([
    [401, 'auth.expired'],
    [413, 'request.too_large'],
    [429, 'request.rate_limited'],
    [504, 'server.unavailable'],
    [500, 'server.failed'],
    [418, 'server.failed'],
  ])('is known by its status %i where something in front of the API answered', async (status, code) => {
    expect((await readError(Response.json({ message: 'Unauthorized' }, { status }))).code).toBe(code);
    expect((await readError(new Response('<html>', { status }))).code).toBe(code);
  });
});

function document(id: string, status: Document['status'], minute: number): Document {
  return {
    id: DocumentId.parse(id),
    botId: BotId.parse('b1'),
    title: id,
    description: '',
    category: '',
    tags: [],
    fileName: `${id}.pdf`,
    format: 'pdf',
    size: 1,
    status,
    failureReason: null,
    pages: null,
    words: null,
    passages: null,
    language: null,
    notices: [],
    tableCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: `2026-01-01T00:0${minute}:00.000Z`,
    replaces: null,
    url: null,
  };
}
