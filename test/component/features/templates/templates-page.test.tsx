import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { TemplateSummary } from '#contract/templates';
import { renderPage } from '../../harness/render';
import { refuse } from '../../harness/server';

const ID = 'support-ticket';
const TEMPLATE: z.input<typeof TemplateSummary> = {
  id: ID,
  category: 'customer_support',
  type: 'customerSupport',
  difficulty: 'beginner',
  setupMinutes: 5,
  name: 'Appointments',
  summary: 'Takes appointments.',
  primaryColor: '#0044aa',
  stepCount: 4,
  fieldTypes: [],
  useCount: 0,
  rating: { average: null, count: 0, own: null, mayRate: false },
};

describe('the gallery of templates', () => {
  it('lists them in the reader’s language', async () => {
    const { server } = await renderPage('/templates', {
      language: 'de',
      server: { listTemplates: { items: [TEMPLATE] } },
    });
    expect(await screen.findByRole('link', { name: /Appointments/ })).toHaveAttribute(
      'href',
      `/templates/${ID}`,
    );
    expect(server.calls('listTemplates').map(({ query }) => query.language)).toEqual(['de']);
  });

  it('says that none fits what is searched', async () => {
    const { user } = await renderPage('/templates', { server: { listTemplates: { items: [TEMPLATE] } } });
    await user.type(await screen.findByRole('searchbox'), 'zebra');
    expect(await screen.findByRole('heading', { name: 'No matching templates' })).toBeInTheDocument();
  });

  it('says why it could not be loaded', async () => {
    await renderPage('/templates', { server: { listTemplates: refuse('auth.forbidden') } });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });
});
