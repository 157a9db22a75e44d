import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { PoolError } from '../../harness/cognito';
import { pageTitle, renderPage } from '../../harness/render';
import { ME } from '../../harness/samples';
import { type Answers, never, refuse } from '../../harness/server';

const PERSON = { ...ME.profile, full_name: 'mira von Hohenstein', company_name: null };
const me = (change: object = {}, account: object = {}): Answers => ({
  getMe: {
    profile: { ...PERSON, ...change },
    accounts: ME.accounts.map((its) => ({ ...its, id: AccountId.parse(its.id), ...account })),
  },
});

/** That the tokens cannot be renewed just then changes nothing. */
const TOKENS = { GetTokensFromRefreshToken: new PoolError('offline') };

const edited = async (server: Answers = {}) => {
  const page = await renderPage('/profile', { server: { ...me(), ...server } });
  await pageTitle('mira von Hohenstein');
  await page.user.click(screen.getByRole('button', { name: 'Edit profile' }));
  return { ...page, name: await screen.findByLabelText('Full name') };
};

describe('the profile', () => {
  it('shows the person, since when, by which role, and on which plan', async () => {
    const { user, router } = await renderPage('/profile', {
      server: {
        ...me(
          {},
          { standing: { state: 'trial', plan: 'starter', at: '2026-03-16T09:00:00.000Z', discount: null } },
        ),
        getBilling: never,
      },
    });
    await pageTitle('mira von Hohenstein');
    const main = within(screen.getByRole('main'));
    const crumbs = main.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dashboard', 'Profile']);
    // Of the first two words, in capitals.
    expect(main.getByText('MV')).toBeInTheDocument();
    expect(main.getByText('Client')).toBeInTheDocument();
    const details = within(screen.getByRole('region', { name: 'Your details' }));
    for (const text of ['jo@example.net', 'mira von Hohenstein', 'Not given', '2 Mar 2026'])
      expect(details.getByText(text)).toBeInTheDocument();
    const plan = within(screen.getByRole('region', { name: 'Current plan' }));
    expect(plan.getByText('Starter')).toBeInTheDocument();
    expect(plan.getByText('Trial')).toBeInTheDocument();
    expect(plan.getByText('Starter plan, free trial until 16 Mar 2026')).toBeInTheDocument();
    await user.click(plan.getByRole('link', { name: 'Plan and billing' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/billing'));
  });

  it.each([
    ['bounced', /have come back since 3 Feb 2026/],
    ['complained', /were reported as spam at this address on 3 Feb 2026/],
  ])('says beside the address why mails do not reach her: %s', async (reason, text) => {
    await renderPage('/profile', {
      server: { ...me({ mail_problem: { reason, at: '2026-02-03T09:00:00.000Z' } }), getBilling: never },
    });
    await pageTitle('mira von Hohenstein');
    const details = within(screen.getByRole('region', { name: 'Your details' }));
    expect(details.getByText(text)).toBeInTheDocument();
  });

  it('tells an administrator from others', async () => {
    await renderPage('/profile', { server: me({ role: 'admin' }) });
    await pageTitle('mira von Hohenstein');
    expect(within(screen.getByRole('main')).getByText('Admin')).toBeInTheDocument();
  });

  it('takes back what was typed when it is cancelled', async () => {
    const { user, name, server } = await edited();
    await user.clear(name);
    await user.type(name, 'Somebody Else');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await pageTitle('mira von Hohenstein');
    expect(screen.getByRole('button', { name: 'Edit profile' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Edit profile' }));
    expect(await screen.findByLabelText('Full name')).toHaveValue('mira von Hohenstein');
    expect(server.calls('updateMe')).toEqual([]);
  });

  it.each([
    ['  ', 'Full name is required'],
    ['A', 'Full name must have at least 2 characters'],
  ])('is not saved with the name "%s"', async (typed, message) => {
    const { user, name, server } = await edited();
    await user.clear(name);
    await user.type(name, typed);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(name).toBeInvalid();
    expect(server.calls('updateMe')).toEqual([]);
  });

  it('says that saving failed, keeps what was typed, and sends it at the next try', async () => {
    const { user, name, server } = await edited({ updateMe: refuse('server.failed') });
    await user.clear(name);
    await user.type(name, 'Ada King');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeInTheDocument();
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada King');
    server.answer({ updateMe: never });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    // What was not touched is not sent: another window may have changed it.
    await waitFor(() =>
      expect(server.calls('updateMe').map(({ body }) => body)).toEqual(
        Array(2).fill({ fullName: 'Ada King' }),
      ),
    );
  });

  it('is shown everywhere as it was saved, and said in the tokens', async () => {
    const saved = { ...PERSON, full_name: 'Ada King', company_name: 'Engines' };
    const { user, name, server } = await edited({ updateMe: saved });
    server.cognito.answer(TOKENS);
    await user.clear(name);
    await user.type(name, ' Ada King ');
    await user.type(screen.getByLabelText('Company (optional)'), 'Engines');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument();
    await pageTitle('Ada King');
    expect(screen.getByRole('button', { name: /^Account/ })).toHaveTextContent(/Ada King.*Engines/);
    expect(server.calls('updateMe').map(({ body }) => body)).toEqual([
      { fullName: 'Ada King', companyName: 'Engines' },
    ]);
    // The server writes them; what the browser has is renewed. Amplify tries again by itself where that fails.
    expect(server.cognito.calls('GetTokensFromRefreshToken')).not.toEqual([]);
  });

  it('can do without a company, and shows what another window saved meanwhile', async () => {
    const { user, server } = await edited({
      ...me({ company_name: 'Engines' }),
      updateMe: { ...PERSON, full_name: 'Saved elsewhere', company_name: null },
    });
    server.cognito.answer(TOKENS);
    await user.clear(screen.getByLabelText('Company (optional)'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await pageTitle('Saved elsewhere');
    expect(
      within(screen.getByRole('region', { name: 'Your details' })).getByText('Not given'),
    ).toBeInTheDocument();
    expect(server.calls('updateMe').map(({ body }) => body)).toEqual([{ companyName: null }]);
  });

  it('asks before it is left with changes', async () => {
    const { user, name, router } = await edited();
    await user.type(name, ' II');
    const bots = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Bots' });
    await user.click(bots);
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/profile');
    expect(screen.getByLabelText('Full name')).toHaveValue('mira von Hohenstein II');
  });
});
