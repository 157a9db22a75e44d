import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OwnSubmission } from '#contract/site/contact';
import { pageTitle, renderPage } from '../../harness/render';
import { never, refuse } from '../../harness/server';

const AT = '2026-03-04T10:00:00.000Z';
const submission = (changes: Partial<OwnSubmission> = {}): OwnSubmission => ({
  id: '0b9e1f0e-7c55-4d4b-8a53-3a4f3c0d9a11',
  reference: 'C-0B9E1F0E',
  receivedAt: AT,
  status: 'new',
  message: 'Does it weave algebraic patterns?',
  answers: [],
  subject: 'Engines for sale',
  type: null,
  ...changes,
});
const NOTHING = { items: [], cursor: null };

describe('the help centre', () => {
  it('shows its sections, the quick start and the frequent questions', async () => {
    await renderPage('/help');
    await pageTitle('Help');
    const section = await screen.findByRole('region', { name: 'Documents and answers' });
    expect(within(section).getByRole('link', { name: 'Upload documents' })).toHaveAttribute(
      'href',
      '/help/upload-documents',
    );
    expect(screen.getByRole('link', { name: /^Your first bot in five minutes Create/ })).toBeInTheDocument();
    const faq = screen.getByRole('region', { name: 'Frequent questions' });
    expect(within(faq).getByRole('heading', { name: 'Can I undo a deletion?' })).toBeInTheDocument();
  });

  it('finds articles while somebody types, and keeps the search in the address', async () => {
    const { user, router } = await renderPage('/help');
    await user.type(await screen.findByRole('searchbox', { name: 'Search the help centre' }), 'sitem');
    const hits = await screen.findAllByRole('link', { name: /sitemap/i });
    expect(hits[0]).toHaveAttribute('href', expect.stringMatching(/^\/help\/websites#/));
    expect(router.state.location.search).toBe('?q=sitem');
    expect(screen.queryByRole('region', { name: 'Frequent questions' })).not.toBeInTheDocument();
    expect(await screen.findByText(/^\d+ articles? found$/)).toBeInTheDocument();
  });

  it('offers the bot and the contact form where nothing is found', async () => {
    const { user } = await renderPage('/help?q=xyzzy');
    expect(await screen.findByRole('heading', { name: 'No article about this' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('region', { name: 'Frequent questions' })).toBeInTheDocument();
  });

  it('is German for German readers', async () => {
    await renderPage('/help?q=Feiertage', { language: 'de' });
    await pageTitle('Hilfe');
    expect(await screen.findByRole('link', { name: /Geschäftszeiten und Feiertage/ })).toBeInTheDocument();
  });
});

describe('an article', () => {
  it('has its parts and its neighbours beside it, and links to other articles', async () => {
    await renderPage('/help/unanswered-questions');
    await pageTitle('Questions without an answer');
    expect(screen.getByRole('navigation', { name: 'Documents and answers' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Questions without an answer' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(screen.getByRole('img', { name: 'Questions that visitors asked in vain' })).toHaveAttribute(
      'src',
      '/help/en/questions.webp',
    );
  });

  it('shows tables and code as such', async () => {
    await renderPage('/help/plans-and-limits');
    await pageTitle('What each plan includes');
    expect(screen.getByRole('columnheader', { name: 'Enterprise' })).toBeInTheDocument();
    expect(screen.getAllByRole('row').length).toBeGreaterThan(5);
  });

  it('that does not exist leads back to the help centre', async () => {
    await renderPage('/help/nothing-of-the-kind');
    expect(await screen.findByRole('heading', { name: 'There is no such article' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'To the help centre' })).toHaveAttribute('href', '/help');
  });
});

describe("the help bot's page", () => {
  it('says so where the stage has no help bot', async () => {
    await renderPage('/help/ask', { server: { getDemo: { widgets: null, help: null } } });
    expect(
      await screen.findByRole('heading', { name: 'The help bot is not available at the moment' }),
    ).toBeInTheDocument();
  });

  it('offers another try where it could not be asked for', async () => {
    const { user, server } = await renderPage('/help/ask', { server: { getDemo: refuse('server.failed') } });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.calls('getDemo').length).toBeGreaterThan(1));
  });
});

describe('the contact page', () => {
  const receipt = { reference: 'C-12345678', receivedAt: AT };

  it('sends a message as the person who is signed in, and lists it afterwards', async () => {
    const { user, server } = await renderPage('/help/contact', {
      server: { listOwnSubmissions: NOTHING, sendOwnContact: receipt },
    });
    expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeInTheDocument();
    await user.type(await screen.findByLabelText(/^Subject/), 'Engines');
    await user.type(screen.getByLabelText(/^Message/), 'Does it weave algebraic patterns?');
    const name = screen.getByLabelText(/^Your name/);
    if (!(name as HTMLInputElement).value) await user.type(name, 'Jo Example');
    const email = screen.getByLabelText(/^E-mail/);
    if (!(email as HTMLInputElement).value) await user.type(email, 'jo@example.net');
    server.answer({ listOwnSubmissions: { items: [submission({ subject: 'Engines' })], cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByRole('heading', { name: 'Your message has arrived' })).toBeInTheDocument();
    expect(server.calls('sendOwnContact')[0]?.body).toMatchObject({ subject: 'Engines', language: 'en' });
    expect(await screen.findByRole('heading', { name: 'Engines' })).toBeInTheDocument();
    expect(screen.getByText('Received', { selector: 'span' })).toBeInTheDocument();
  });

  it('refuses a message of less than ten characters, and sends nothing', async () => {
    const { user, server } = await renderPage('/help/contact', { server: { listOwnSubmissions: NOTHING } });
    await user.type(await screen.findByLabelText(/^Message/), 'Too short');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
    expect(server.calls('sendOwnContact')).toEqual([]);
  });

  it('shows the status and the answer of what was written, messages and feedback', async () => {
    await renderPage('/help/contact', {
      server: {
        listOwnSubmissions: {
          items: [
            submission({
              status: 'answered',
              answers: [
                { text: 'It does.', at: AT },
                { text: 'And it counts.', at: '2026-03-05T10:00:00.000Z' },
              ],
            }),
            submission({
              id: '1c9e1f0e-7c55-4d4b-8a53-3a4f3c0d9a11',
              reference: 'F-1C9E1F0E',
              status: 'read',
              subject: null,
              type: 'complaint',
            }),
          ],
          cursor: null,
        },
      },
    });
    const answered = (await screen.findByRole('heading', { name: 'Engines for sale' })).closest('li');
    expect(within(answered as HTMLElement).getByText('Answered')).toBeInTheDocument();
    for (const text of ['It does.', 'And it counts.'])
      expect(within(answered as HTMLElement).getByText(text)).toBeInTheDocument();
    const read = screen.getByRole('heading', { name: 'Feedback: A complaint' }).closest('li');
    expect(within(read as HTMLElement).getByText('Being looked at')).toBeInTheDocument();
  });

  it('says that the list is on its way, beside a form that can be filled in', async () => {
    await renderPage('/help/contact', { server: { listOwnSubmissions: never } });
    expect(await screen.findByRole('status', { name: /help/i })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send message' })).toBeInTheDocument();
  });

  it('says where the list did not come, with another try', async () => {
    const { user, server } = await renderPage('/help/contact', {
      server: { listOwnSubmissions: refuse('server.failed') },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.answer({ listOwnSubmissions: { items: [submission()], cursor: null } });
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Engines for sale' })).toBeInTheDocument();
  });
});

describe('feedback', () => {
  it('is sent as the person who is signed in, with the page it came from', async () => {
    const { user, server } = await renderPage('/help/team', {
      server: { sendOwnFeedback: { reference: 'F-12345678', receivedAt: AT } },
    });
    await user.click(await screen.findByRole('button', { name: 'Give feedback' }));
    await user.click(await screen.findByRole('radio', { name: '4 stars of 5' }));
    await user.type(screen.getByLabelText(/^Your message/), 'More colours, please.');
    await user.click(screen.getByRole('button', { name: 'Send feedback' }));
    expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeInTheDocument();
    expect(server.calls('sendOwnFeedback')[0]?.body).toMatchObject({ rating: 4, type: 'improvement' });
  });

  it('without a rating or with too little text is refused', async () => {
    const { user, server } = await renderPage('/help');
    await user.click(await screen.findByRole('button', { name: 'Give feedback' }));
    await user.click(await screen.findByRole('button', { name: 'Send feedback' }));
    expect(await screen.findByText('Please provide a rating')).toBeInTheDocument();
    expect(screen.getByText('Feedback message is required')).toBeInTheDocument();
    expect(server.calls('sendOwnFeedback')).toEqual([]);
  });
});
