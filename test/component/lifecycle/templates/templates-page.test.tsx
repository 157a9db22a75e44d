import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { botDefaults } from '#contract/bots/bot-config';
import type { Template, TemplateSummary } from '#contract/lifecycle/templates';
import { pageTitle, renderPage } from '../../harness/render';
import { ME } from '../../harness/samples';
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
/** All of it, with a flow of one step. */
const WHOLE: z.input<typeof Template> = {
  ...TEMPLATE,
  points: [],
  fields: [],
  config: {
    ...botDefaults('en'),
    flow: {
      start: 'hello',
      steps: [{ id: 'hello', type: 'message', place: { x: 0, y: 0 }, text: 'Hello.', answers: false }],
      edges: [],
    },
  },
};

/** Of somebody whose plan has no room for another bot. */
const FULL = {
  ...ME,
  accounts: ME.accounts.map((account) => ({ ...account, usage: { ...account.usage, allBots: 20 } })),
} as const;

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
    expect(new Set(server.calls('listTemplates').map(({ query }) => query.language))).toEqual(
      new Set(['de']),
    );
  });

  it('is searched, chosen from and sorted, and keeps that in its address', async () => {
    const items: z.input<typeof TemplateSummary>[] = [
      { ...TEMPLATE, id: 'faq-assistant', name: 'FAQ assistant', setupMinutes: 3 },
      { ...TEMPLATE, id: 'contact-request', name: 'Contact request', useCount: 2 },
      { ...TEMPLATE, id: 'appointment', category: 'events_booking', difficulty: 'advanced' },
    ];
    const { user, router } = await renderPage('/templates', { server: { listTemplates: { items } } });
    const address = () => router.state.location.search;
    const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await screen.findByText('3 templates');
    expect(shown()).toEqual(['Contact request', 'Appointments', 'FAQ assistant']);

    // By words of what it is for, too.
    await user.click(screen.getByRole('searchbox'));
    await user.paste('advanced booking');
    expect(await screen.findByText('1 template')).toBeInTheDocument();
    expect(shown()).toEqual(['Appointments']);
    expect(address()).toBe('?q=advanced+booking');
    await user.selectOptions(screen.getByLabelText('Category'), 'ecommerce');
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('3 templates')).toBeInTheDocument();
    expect(address()).toBe('');
    await user.selectOptions(screen.getByLabelText('Difficulty'), 'beginner');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'quick');
    expect(await screen.findByText('2 templates')).toBeInTheDocument();
    expect(shown()).toEqual(['FAQ assistant', 'Contact request']);
    expect(address()).toBe('?difficulty=beginner&sort=quick');
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

describe('a template', () => {
  it('says before it is chosen that the plan has no room for another bot; its flow can be had still', async () => {
    const { router } = await renderPage('/templates', {
      server: { getMe: FULL, listTemplates: { items: [TEMPLATE] }, getTemplate: WHOLE },
    });
    const notice = 'You have as many bots and drafts as your plan allows';
    expect(await screen.findByText(notice)).toBeInTheDocument();
    await router.navigate(`/templates/${ID}`);
    await pageTitle('Appointments');
    expect(screen.getByText(notice)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Use this template' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Use flow in an existing bot' })).toBeEnabled();
  });

  it('leads to its making where there is room', async () => {
    await renderPage(`/templates/${ID}`, { server: { getTemplate: WHOLE } });
    expect(await screen.findByRole('link', { name: 'Use this template' })).toHaveAttribute(
      'href',
      `/templates/${ID}/customize?language=en`,
    );
    // Nobody judges what they have not used.
    expect(screen.queryByRole('radio', { name: '4 stars' })).toBeNull();
  });

  it('becomes a bot once that has a name, in a colour on which words are read, and keeps both through a failure', async () => {
    const { user, server } = await renderPage(`/templates/${ID}/customize`, {
      server: { getTemplate: WHOLE, createFromTemplate: refuse('server.failed') },
    });
    const name = await screen.findByLabelText('Name of the bot', { exact: false });
    expect(name).toHaveValue('Appointments');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    expect(await screen.findByText('Bot name is required')).toBeInTheDocument();
    expect(server.calls('createFromTemplate')).toEqual([]);
    await user.click(name);
    await user.paste('Reception');

    const colour = screen.getByLabelText('Or any other');
    fireEvent.change(colour, { target: { value: '#ffee55' } });
    expect(await screen.findByText(/hard to read on the main colour/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Use main colour #/ }));
    expect(screen.queryByText(/hard to read on the main colour/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    expect(await screen.findByText('The bot could not be created from the template.')).toBeInTheDocument();
    expect(name).toHaveValue('Reception');
    const [made] = server.calls('createFromTemplate');
    expect(made?.body).toMatchObject({ name: 'Reception', deploy: false, language: 'en' });
    expect(made?.body.primaryColor).toBe((colour as HTMLInputElement).value);
    expect(made?.body.primaryColor).not.toBe('#ffee55');
  });
});
