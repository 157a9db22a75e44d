import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { comparePair, flatten } from '#features/operator/developer-tools/compare-texts.ts';
import { ApiPage } from '#features/operator/developer-tools/components/ApiPage.tsx';
import { DeveloperLayout } from '#features/operator/developer-tools/components/DeveloperLayout.tsx';
import { EventsPage } from '#features/operator/developer-tools/components/EventsPage.tsx';
import { IndexesPage } from '#features/operator/developer-tools/components/IndexesPage.tsx';
import { MailsPage } from '#features/operator/developer-tools/components/MailsPage.tsx';
import { TranslationsPage } from '#features/operator/developer-tools/components/TranslationsPage.tsx';
import { routesOf } from '#features/operator/developer-tools/routes.ts';
import { live } from '../../harness/live';
import { renderPage, renderPart } from '../../harness/render';
import { ME } from '../../harness/samples';
import { refuse } from '../../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const texts = ['developer'] as const;

describe('the developer tools', () => {
  it('say that they are off, with the way to the switch', async () => {
    await renderPart(<DeveloperLayout />, {
      texts,
      server: { listMailPreviews: refuse('developer.not_allowed') },
    });
    expect(await screen.findByText(/permission to access developer tools/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open system settings' })).toHaveAttribute(
      'href',
      '/admin/settings',
    );
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('list events, and filter them', async () => {
    const event = (id: string, type: string) => ({
      id,
      type,
      at: AT,
      accountId: 'a-1',
      ids: { botId: `b-${id}` },
    });
    const { user } = await renderPart(<EventsPage />, {
      texts,
      server: {
        listLoggedEvents: { isOn: true, items: [event('1', 'bot.changed'), event('2', 'team.changed')] },
      },
    });
    expect(await screen.findByText('team.changed')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Filter by type or id'), 'b-1');
    expect(screen.getByText('bot.changed')).toBeInTheDocument();
    expect(screen.queryByText('team.changed')).toBeNull();
  });

  it('say that no events are written down', async () => {
    await renderPart(<EventsPage />, { texts, server: { listLoggedEvents: { isOn: false, items: [] } } });
    expect(await screen.findByText(/event log is off/)).toBeInTheDocument();
  });

  it('show what answers for a bot', async () => {
    const { user } = await renderPart(<IndexesPage />, {
      texts,
      server: {
        listBots: { items: [], cursor: null },
        getBotIndex: {
          version: 7,
          documents: 1,
          passages: 12,
          vectorIndex: null,
          segments: [
            {
              id: 's-1',
              objectKey: 'index/a/b/s-1',
              passages: 12,
              bytes: 2_048,
              isMerged: false,
              removedDocuments: 0,
              isInVectorIndex: false,
            },
          ],
          items: [
            { id: 'd-1', title: 'Prices', status: 'success', format: 'pdf', bytes: 9_000, passages: 12 },
          ],
        },
      },
    });
    await user.type(await screen.findByLabelText('Bot id'), 'bot-1');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('index/a/b/s-1')).toBeInTheDocument();
    expect(screen.getByText('Prices')).toBeInTheDocument();
  });

  it('show a mail in the chosen language', async () => {
    const { user, server } = await renderPart(<MailsPage />, {
      texts,
      server: {
        listMailPreviews: { items: [{ name: 'invitation' }] },
        getMailPreview: ({ query }) => ({
          subject: query.language === 'de' ? 'Einladung' : 'Invitation',
          html: '<p style="color:red">Hello</p>',
          text: 'Hello',
        }),
      },
    });
    expect(await screen.findByText('Invitation')).toBeInTheDocument();
    expect(screen.getByTitle('Preview of the mail').getAttribute('srcdoc')).not.toContain('color:red');
    await user.click(screen.getByLabelText('German'));
    expect(await screen.findByText('Einladung')).toBeInTheDocument();
    expect(server.calls('getMailPreview')).toHaveLength(2);
  });

  it('read a mail once, also where the live connection comes back', async () => {
    const { server } = await renderPage('/developer-tools/mails', {
      server: {
        getMe: { profile: { ...ME.profile, role: 'admin' }, accounts: ME.accounts as never },
        listMailPreviews: { items: [{ name: 'invitation' }] },
        getMailPreview: { subject: 'Invitation', html: '<p>Hello</p>', text: 'Hello' },
      },
    });
    await screen.findByText('Invitation');
    await waitFor(() => expect(live.isOpen()).toBe(true));
    const listed = server.calls('listMailPreviews').length;
    await live.drop();
    await waitFor(() => expect(server.calls('listMailPreviews').length).toBeGreaterThan(listed));
    expect(server.calls('getMailPreview')).toHaveLength(1);
  });

  it('compare the texts of both languages, and list the keys of what is opened', async () => {
    const { user } = await renderPart(<TranslationsPage />, { texts });
    expect(await screen.findByText(/texts in \d+ files/)).toBeInTheDocument();
    expect(screen.queryByText('common:plan.free')).toBeNull();
    await user.click(screen.getByText(/The same in both/));
    expect(await screen.findByText('common:plan.free')).toBeInTheDocument();
  });

  it('find what a language lacks, and other placeholders', () => {
    const en = flatten({ a: 'One {{name}}', b: 'Two', c: { d: 'Same' } }, 'x:');
    const de = flatten({ a: 'Eins {{names}}', c: { d: 'Same', e: 'Mehr' } }, 'x:');
    expect(comparePair(en, de)).toEqual({
      count: 4,
      missing: ['x:b (de)', 'x:c.e (en)'],
      placeholders: ['x:a'],
      same: ['x:c.d'],
    });
  });

  it('call a route with what was filled in, and show the answer', async () => {
    const { user, server } = await renderPart(<ApiPage />, {
      texts,
      server: {
        openapi: {
          paths: {
            '/api/bots': {
              get: {
                summary: 'Bots',
                parameters: [{ name: 'limit', in: 'query' }],
              },
            },
          },
        },
        listBots: { items: [], cursor: null },
      },
    });
    await user.type(await screen.findByLabelText('limit (optional)'), '5');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/200 in/)).toBeInTheDocument();
    expect(server.calls('listBots').at(-1)?.query).toMatchObject({ limit: 5 });
  });

  it('read routes from the API document: parameters, and a body to fill in', () => {
    const schema = {
      type: 'object',
      required: ['name', 'kind'],
      properties: { name: { type: 'string' }, kind: { $ref: '#/components/schemas/Kind' }, more: {} },
    };
    const [route] = routesOf({
      components: { schemas: { Kind: { enum: ['faq', 'booking'] } } },
      paths: {
        '/api/bots/{botId}': {
          post: {
            summary: 'x',
            parameters: [{ name: 'botId', in: 'path', required: true }],
            requestBody: { content: { 'application/json': { schema } } },
          },
        },
      },
    });
    expect(route).toMatchObject({ id: 'POST /api/bots/{botId}' });
    expect(route?.parameters).toEqual([{ name: 'botId', place: 'path', isRequired: true }]);
    expect(JSON.parse(route?.body ?? '')).toEqual({ name: '', kind: 'faq' });
  });
});
