import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { live } from '../harness/live';
import { renderPage } from '../harness/render';
import { sampleBot, sampleDocument, sampleUsage } from '../harness/samples';
import { refuse } from '../harness/server';

const document = sampleDocument({
  notices: [
    { kind: 'pages_recognised', count: 1, pages: [2] },
    { kind: 'pictures_over_limit', count: 2, pages: [3, 4] },
  ],
});

const show = (options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage('/bots/bot-1/knowledge', {
    ...options,
    server: {
      getBot: sampleBot(),
      getUsage: sampleUsage({ picturePages: { used: 12, limit: 200 } }),
      listSites: { items: [] },
      listDocuments: { items: [document], cursor: null },
      ...options.server,
    },
  });

describe('reading scanned pages', () => {
  it('is switched on for the bot, which says what it takes of the month', async () => {
    const { user, server } = await show({ server: { updateBot: sampleBot({ readsPictures: true }) } });
    const toggle = await screen.findByRole('switch', { name: 'Read scanned pages' });
    expect(toggle).not.toBeChecked();
    expect(toggle).toHaveAccessibleDescription(/12 of 200 pages used this month/);
    server.answer({ getBot: sampleBot({ readsPictures: true }) });
    await user.click(toggle);
    expect(server.calls('updateBot')[0]?.body).toEqual({ version: sampleBot().version, readsPictures: true });
    await waitFor(() => expect(toggle).toBeChecked());
  });

  it('counts pages anew when a document tells that some were read', async () => {
    const { server } = await show();
    const toggle = await screen.findByRole('switch', { name: 'Read scanned pages' });
    await waitFor(() => expect(live.isOpen()).toBe(true));
    server.answer({ getUsage: sampleUsage({ picturePages: { used: 13, limit: 200 } }) });
    await live.send({ type: 'document.changed', document });
    await waitFor(() => expect(toggle).toHaveAccessibleDescription(/13 of 200 pages used this month/));
  });

  it('stays as it was where switching fails, and says why', async () => {
    const { user } = await show({ server: { updateBot: refuse('auth.forbidden') } });
    await user.click(await screen.findByRole('switch', { name: 'Read scanned pages' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Read scanned pages' })).not.toBeChecked();
  });

  it('is not offered where the stage has none', async () => {
    await show({ server: { getUsage: sampleUsage() } });
    await screen.findByText('Price list');
    expect(screen.queryByRole('switch', { name: 'Read scanned pages' })).not.toBeInTheDocument();
  });

  it('is not offered to a member who may not change the bot', async () => {
    await show({ role: 'viewer' });
    await screen.findByText('Price list');
    expect(screen.queryByRole('switch', { name: 'Read scanned pages' })).not.toBeInTheDocument();
  });

  it('says of a file that has nothing else where it is switched on, and offers neither another try nor upload', async () => {
    const kept = {
      ...document,
      status: 'failed' as const,
      failureReason: 'pictures_off' as const,
      notices: [],
    };
    await show({ language: 'de', server: { listDocuments: { items: [kept], cursor: null } } });
    expect(await screen.findByText(/Schalten Sie „Gescannte Seiten lesen“ ein/)).toBeInTheDocument();
    // It failed in nobody's eyes: it waits.
    expect(screen.getByText('Noch nicht gelesen')).toBeInTheDocument();
    expect(screen.queryByText('Fehlgeschlagen', { ignore: 'option' })).toBeNull();
    expect(await screen.findByText('In 1 Dokument warten Seiten darauf.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Price list.*(?:erneut|neu hochladen)/i })).toBeNull();
  });

  it('tells at a document what was read so and what was left, and tries again', async () => {
    const { user, server } = await show({ language: 'de', server: { retryDocument: document } });
    expect(await screen.findByText(/^Seite 2 ist ein Bild: Ihr Text wurde erkannt/)).toBeInTheDocument();
    expect(screen.getByText(/Monats verbraucht sind: Seiten 3–4\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Price list.*erneut|erneut.*Price list/i }));
    expect(server.calls('retryDocument')).toHaveLength(1);
  });
});
