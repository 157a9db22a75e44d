import { cleanup, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PoolError } from '../../harness/cognito';
import { pageTitle, renderPublicPage } from '../../harness/render';

const PASSWORD = 'Correct-horse-9';

afterEach(() => {
  vi.useRealTimers();
});

describe('signing in', () => {
  it.each([
    ['TooManyRequestsException', 'Rate exceeded', /^Too many attempts\./],
    ['TooManyFailedAttemptsException', 'Attempts', /^Too many attempts\./],
    ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', /^Too many attempts\./],
    ['NotAuthorizedException', 'Password attempts exceeded', /^Too many attempts\./],
    ['ForbiddenException', 'Not from here.', 'Not from here.'],
    ['InternalErrorException', 'Oops', 'An unexpected error occurred. Please try again.'],
  ])('shows what the server answers: %s (%s)', async (name, message, text) => {
    const { user, server } = await renderPublicPage('/auth/login');
    server.cognito.answer({ InitiateAuth: new PoolError(name, message) });
    await signIn(user);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each(['NotAuthorizedException', 'UserNotFoundException'])(
    'says the same of a wrong password and of an unknown address, and waits at the password: %s',
    async (name) => {
      const { user, server } = await renderPublicPage('/auth/login');
      server.cognito.answer({ InitiateAuth: new PoolError(name, 'In other words') });
      await signIn(user);
      expect(await screen.findByText('E-mail address or password is wrong.')).toBeInTheDocument();
      await expect.poll(() => password()).toHaveFocus();
    },
  );
});

describe('signing up', () => {
  it('waits for its mail, sends it again after a while, and lets the address be changed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { user, server, router } = await renderPublicPage('/auth/signup?alpha=true&redirect=%2Fbots');
    server.cognito.answer({
      SignUp: { UserConfirmed: false, UserSub: 'u' },
      InitiateAuth: new PoolError('UserNotConfirmedException'),
      ResendConfirmationCode: {},
    });
    await pageTitle('Create your account');
    await fill(user, {
      'Full name': 'Ada Example',
      'E-mail': 'ada@example.net',
      Password: PASSWORD,
      'Confirm password': PASSWORD,
    });
    await user.keyboard('{Enter}');
    expect(
      await screen.findByText(
        'Account created successfully! Please check your email to verify your account.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('ada@example.net')).toBeInTheDocument();
    expect(server.cognito.calls('SignUp')).toMatchObject([
      { ClientMetadata: { alpha: 'true', language: 'en' } },
    ]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, router.state.location])).not.toContain(
      PASSWORD,
    );

    await user.click(screen.getByRole('button', { name: 'I have confirmed it' }));
    expect(await screen.findByText(/^Your e-mail address is not confirmed yet\./)).toBeInTheDocument();

    expect(screen.getByRole('button', { name: /^Send / })).toHaveAttribute('aria-disabled', 'true');
    vi.setSystemTime(Date.now() + 31_000);
    await user.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect(await screen.findByText(/^The mail is on its way again\./)).toBeInTheDocument();
    expect(server.cognito.calls('ResendConfirmationCode')).toMatchObject([
      { ClientMetadata: { alpha: 'true', language: 'en' } },
    ]);
    expect(screen.getByRole('button', { name: /^Send / })).toHaveAttribute('aria-disabled', 'true');
    await router.navigate(-1);
    await pageTitle('Create your account');
  });
});

describe('a mailed link', () => {
  it.each(['CodeMismatchException', 'ExpiredCodeException'])(
    'that no longer works is replaced in one step: %s',
    async (name) => {
      const { user, server, router } = await renderPublicPage('/auth/confirm#username=u&code=123456');
      server.cognito.answer({ ConfirmSignUp: new PoolError(name), ResendConfirmationCode: {} });
      await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
      await pageTitle('This link no longer works');
      expect(router.state.location.hash).toBe('');
      await user.click(screen.getByRole('button', { name: 'Send a new link' }));
      expect(await screen.findByText(/^The mail is on its way again\./)).toBeInTheDocument();
      expect(server.cognito.calls('ResendConfirmationCode')).toMatchObject([{ Username: 'u' }]);
    },
  );

  it('confirms nothing without a click, and a second click says what is so', async () => {
    const { user, server } = await renderPublicPage(
      '/auth/confirm#username=u&code=123456&email=jo%40example.net',
    );
    server.cognito.answer({
      ConfirmSignUp: new PoolError(
        'NotAuthorizedException',
        'User cannot be confirmed. Current status is CONFIRMED',
      ),
    });
    expect(await screen.findByText('jo@example.net')).toBeInTheDocument();
    expect(server.cognito.calls('ConfirmSignUp')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    expect(
      await screen.findByText('Your e-mail address is confirmed. You can sign in now.'),
    ).toBeInTheDocument();
    expect(email()).toHaveValue('jo@example.net');
  });

  it('to an address that has an account says so, and leads to the sign-in', async () => {
    const { user, server } = await renderPublicPage(
      '/auth/confirm#username=u&code=123456&email=jo%40example.net',
    );
    server.cognito.answer({ ConfirmSignUp: new PoolError('AliasExistsException') });
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    await pageTitle('You already have an account');
    await user.click(screen.getByRole('link', { name: 'Go to sign-in' }));
    await pageTitle('Sign in');
    expect(email()).toHaveValue('jo@example.net');
  });

  it.each(['/auth/confirm', '/auth/confirm#username=u'])(
    'that was cut says so, and leads to the sign-in: %s',
    async (address) => {
      await renderPublicPage(address);
      await pageTitle('This link no longer works');
      expect(screen.getByText(/^The link is incomplete\./)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth/login');
    },
  );

  it('for a new password that was cut leads to another', async () => {
    const { user } = await renderPublicPage('/reset-password');
    await pageTitle('This link no longer works');
    await user.click(screen.getByRole('link', { name: 'Send a new link' }));
    await pageTitle('Reset your password');
  });
});

describe('a forgotten password', () => {
  it('is asked for with the same words whether there is an account or not, in the language of the page', async () => {
    const said: (string | null)[] = [];
    for (const answer of [{}, new PoolError('UserNotFoundException')]) {
      const { user, server } = await renderPublicPage('/auth/reset', { language: 'de' });
      server.cognito.answer({ ForgotPassword: answer });
      await screen.findByLabelText('E-Mail');
      await fill(user, { 'E-Mail': 'jo@example.net' });
      await user.keyboard('{Enter}');
      await screen.findByText(/^Gibt es zu dieser Adresse ein Konto/);
      expect(server.cognito.calls('ForgotPassword').at(-1)).toMatchObject({
        ClientMetadata: { language: 'de' },
      });
      said.push(screen.getByRole('main').textContent);
      cleanup();
    }
    expect(said[0]).toBe(said[1]);
  });

  it('says when the link could not be sent', async () => {
    const { user, server } = await renderPublicPage('/auth/reset');
    server.cognito.answer({ ForgotPassword: new PoolError('offline') });
    await pageTitle('Reset your password');
    await fill(user, { 'E-mail': 'jo@example.net' });
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/The link could not be sent\./)).toBeInTheDocument();
  });

  it('judges the new one as it is typed, and says once that it is saved', async () => {
    const { user, server } = await renderPublicPage(
      '/reset-password#username=u&code=123456&email=jo%40example.net',
    );
    server.cognito.answer({ ConfirmForgotPassword: {} });
    await pageTitle(/./);
    const [field, again] = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')];
    if (!field || !again) throw new Error('There are not two fields');
    await paste(user, field, 'Abc12');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Password must be at least 6 characters long.')).toBeInTheDocument();
    await paste(user, field, 'Abcde1');
    expect(await screen.findByText('The password does not meet all rules yet.')).toBeInTheDocument();
    expect(server.cognito.calls('ConfirmForgotPassword')).toEqual([]);
    await paste(user, field, PASSWORD);
    await paste(user, again, PASSWORD);
    await user.keyboard('{Enter}');
    expect(
      await screen.findByText('Your password has been changed. Sign in with the new one.'),
    ).toBeInTheDocument();
    expect(email()).toHaveValue('jo@example.net');
    expect(server.cognito.calls('ConfirmForgotPassword')).toMatchObject([
      { Username: 'u', ConfirmationCode: '123456', Password: PASSWORD },
    ]);
  });
});

const email = () => screen.getByLabelText('E-mail');
const password = () => screen.getByLabelText('Password', { exact: true });

async function signIn(user: UserEvent): Promise<void> {
  await pageTitle('Sign in');
  await fill(user, { 'E-mail': 'jo@example.net', Password: PASSWORD });
  await user.keyboard('{Enter}');
}

async function fill(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await paste(user, screen.getByLabelText(label, { exact: true }), value);
}

async function paste(user: UserEvent, field: HTMLElement, value: string): Promise<void> {
  await user.clear(field);
  await user.paste(value);
}
