import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { takeWantedVote } from '#features/site/roadmap/wanted-vote.ts';
import { renderPublicPage } from '../../harness/render';
import { refuse } from '../../harness/server';
import { signIn } from '../../harness/session';

const NO_VOTES = { items: [] };
const CRM = 'Connections to CRM systems';

const tab = (name: string, selected?: boolean) =>
  screen.findByRole('tab', {
    name: new RegExp(`^${name}`),
    ...(selected === undefined ? {} : { selected }),
  });
const voteButton = (title: string) => screen.findByRole('button', { name: new RegExp(`“${title}”`) });

describe('the tabs of the roadmap', () => {
  it('are in the address: links, back and forward, and arrow keys work', async () => {
    const { user, router } = await renderPublicPage('/roadmap', { server: { getRoadmap: NO_VOTES } });
    const address = () => router.state.location.pathname + router.state.location.search;
    await tab('Completed', true);
    await user.click(await tab('In progress'));
    await tab('In progress', true);
    expect(screen.getAllByRole('progressbar')).toHaveLength(3);
    expect(address()).toBe('/roadmap?tab=inProgress');
    await user.click(await tab('Future'));
    await tab('Future', true);
    for (const [step, name] of [
      [-1, 'In progress'],
      [-1, 'Completed'],
      [1, 'In progress'],
    ] as const) {
      await act(() => router.navigate(step));
      await tab(name, true);
    }
    (await tab('In progress')).focus();
    await user.keyboard('{ArrowRight}');
    expect(await tab('Planned', true)).toHaveFocus();
    expect(address()).toBe('/roadmap?tab=planned');
    await user.keyboard('{Home}');
    await tab('Completed', true);
    expect(address()).toBe('/roadmap');
  });

  it.each([
    ['future', 'Future'],
    ['nothing', 'Completed'],
  ])('open at the one that the address names, else at the first: %s', async (query, name) => {
    await renderPublicPage(`/roadmap?tab=${query}`, { server: { getRoadmap: NO_VOTES } });
    expect(await tab(name, true)).toBeInTheDocument();
  });
});

describe('a vote', () => {
  it('of a stranger waits for them to log in, and is forgotten where they think better of it', async () => {
    const { user } = await renderPublicPage('/roadmap?tab=future', { server: { getRoadmap: NO_VOTES } });
    await user.click(await voteButton('Voice'));
    const dialog = await screen.findByRole('dialog', { name: 'Please log in to vote on features' });
    expect(within(dialog).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/auth/login?redirect=%2Froadmap%3Ftab%3Dfuture',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(takeWantedVote()).toBeNull();
  });

  it('that could not be stored is taken back in the view, and counts at the next try', async () => {
    await signIn();
    const { user, server } = await renderPublicPage('/roadmap?tab=planned', {
      server: {
        getRoadmap: { items: [{ featureId: 'crm-integrations', votes: 4 }] },
        listOwnVotes: { featureIds: [] },
        voteForFeature: refuse('network.failed'),
      },
    });
    await user.click(await voteButton(CRM));
    expect(await screen.findByText(`Your vote for “${CRM}” was not saved.`)).toBeInTheDocument();
    expect(await voteButton(CRM)).toHaveAttribute('aria-pressed', 'false');
    // Others have voted meanwhile.
    server.answer({ voteForFeature: { featureId: 'crm-integrations', votes: 6, voted: true } });
    await user.click(await voteButton(CRM));
    await screen.findByRole('button', { name: new RegExp(`“${CRM}”, 6 votes`) });
    expect(await voteButton(CRM)).toHaveAttribute('aria-pressed', 'true');
    expect(server.calls('voteForFeature').at(-1)?.params).toEqual({ featureId: 'crm-integrations' });
  });

  it('is marked as their own in the results, which Escape closes', async () => {
    await signIn();
    const { user } = await renderPublicPage('/roadmap', {
      server: {
        getRoadmap: { items: [{ featureId: 'crm-integrations', votes: 4 }] },
        listOwnVotes: { featureIds: ['crm-integrations'] },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'View Voting Results' }));
    const results = await screen.findByRole('dialog', { name: 'Voting results' });
    const own = (await within(results).findByText('Your vote')).closest('li');
    expect(own).toHaveTextContent(CRM);
    fireEvent(results, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(results).not.toBeInTheDocument());
  });
});

describe('the results', () => {
  it('say so where nobody has voted, and offer another try where the votes did not come', async () => {
    const { user, server } = await renderPublicPage('/roadmap', {
      server: { getRoadmap: refuse('network.failed') },
    });
    expect(await screen.findByText(/Unable to connect/)).toBeInTheDocument();
    server.answer({ getRoadmap: { items: [{ featureId: 'crm-integrations', votes: 0 }] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Unable to connect/)).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'View Voting Results' }));
    expect(await screen.findByRole('heading', { name: 'No votes yet' })).toBeInTheDocument();
  });
});

describe('a suggestion', () => {
  it('is taken by keyboard, with its text kept through a failure, and sent again as the same', async () => {
    const { user, server } = await renderPublicPage('/roadmap', {
      server: { getRoadmap: NO_VOTES, sendFeedback: refuse('network.failed') },
    });
    // The form asks the window itself where it is.
    history.replaceState(null, '', '/roadmap');
    await user.click(await screen.findByRole('button', { name: 'Suggest New Feature' }));
    const dialog = await screen.findByRole('dialog', { name: 'Suggest a new feature' });
    const inDialog = within(dialog);
    const send = () => user.click(inDialog.getByRole('button', { name: 'Send feedback' }));
    await user.click(await inDialog.findByRole('button', { name: 'Send feedback' }));
    expect(await inDialog.findByText('Please provide a rating')).toBeInTheDocument();
    expect(inDialog.getByText('Feedback message is required')).toBeInTheDocument();
    const stars = inDialog.getAllByRole('radio');
    expect(stars[0]).toHaveFocus();
    await user.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}');
    expect(inDialog.getByRole('radio', { name: '4 stars of 5' })).toBeChecked();

    const message = inDialog.getByLabelText(/^Your message/);
    await user.type(message, 'Too short');
    expect(await inDialog.findByText('Please write at least 10 characters.')).toBeInTheDocument();
    expect(inDialog.getByText('9/2,000')).toBeInTheDocument();
    await user.clear(message);
    await user.type(message, 'Please read our intranet as well.');
    const email = inDialog.getByLabelText(/^E-mail/);
    await user.type(email, 'jo@');
    await send();
    expect(
      await inDialog.findByText('Please enter a valid e-mail address, or leave it empty.'),
    ).toBeInTheDocument();
    await user.type(email, 'example.net');

    await send();
    expect(await inDialog.findByText('Failed to submit feedback.')).toBeInTheDocument();
    expect(inDialog.getByText(/Please try again\./)).toBeInTheDocument();
    expect(message).toHaveValue('Please read our intranet as well.');
    server.answer({
      sendFeedback: { reference: 'F-12345678', receivedAt: '2026-03-04T10:00:00.000Z' },
    });
    await send();
    expect(await screen.findByRole('dialog', { name: 'Thank you!' })).toHaveTextContent('F-12345678');
    const [first, second] = server.calls('sendFeedback').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      type: 'feature_request',
      rating: 4,
      email: 'jo@example.net',
      page: '/roadmap',
    });
  });
});
