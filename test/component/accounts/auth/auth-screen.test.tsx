import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ChoosePassword } from '#features/accounts/auth/components/ChoosePassword.tsx';
import { CodeForm } from '#features/accounts/auth/components/CodeForm.tsx';
import { RecoveryForm } from '#features/accounts/auth/components/RecoveryForm.tsx';
import { pageTitle, renderPart, renderPublicPage } from '../../harness/render';

it.each([
  ['/auth', 'Sign in', 'Sign in'],
  ['/auth/', 'Sign in', 'Sign in'],
  ['/auth/login', 'Sign in', 'Sign in'],
  ['/auth/signup', 'Create your account', 'Create account'],
  ['/auth/register', 'Create your account', 'Create account'],
  ['/auth/reset', 'Reset your password', 'Send link'],
])(
  'at %s is headed %j, and leads to the terms and to the words about privacy',
  async (path, title, action) => {
    await renderPublicPage(path);
    await pageTitle(title);
    expect(screen.getByRole('button', { name: action })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Terms of Service/ })).toHaveAttribute(
      'href',
      'http://parley.test/terms',
    );
    expect(screen.getByRole('link', { name: /^Privacy Policy/ })).toHaveAttribute(
      'href',
      'http://parley.test/privacy',
    );
  },
);

it('says what is missing or wrong at each field, and takes the focus to the first', async () => {
  const { user } = await renderPublicPage('/auth/login');
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Please enter your e-mail address.')).toBeInTheDocument();
  expect(screen.getByText('Please enter a password.')).toBeInTheDocument();
  expect(email()).toHaveFocus();
  await user.type(email(), 'jo@');
  await user.type(password(), '12345');
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeInTheDocument();
  expect(screen.getByText('The password must have at least 6 characters.')).toBeInTheDocument();
});

it('says what is wrong with a sign-up at each field, and ticks the rules off that a password meets', async () => {
  const { user } = await renderPublicPage('/auth/signup');
  await pageTitle('Create your account');
  await user.type(screen.getByLabelText('Full name'), 'J');
  await user.type(email(), 'jo@example.net');
  await user.type(password(), 'abcdefgh');
  await user.type(screen.getByLabelText('Confirm password'), 'abcdefX');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('Your full name must have at least 2 characters.')).toBeInTheDocument();
  expect(screen.getByText('The password does not meet all rules yet.')).toBeInTheDocument();
  // Once: while it is typed a line of its own says so.
  expect(screen.getByText('The passwords do not match.')).toBeInTheDocument();
  expect(screen.queryByText('Not the same as above')).toBeNull();
  expect(screen.getByLabelText('Full name')).toHaveFocus();
  expect(metRules()).toHaveLength(2);
  await user.clear(password());
  await user.type(password(), 'Abcdefg1');
  expect(metRules()).toHaveLength(4);
});

it('asks for a whole address to reset a password', async () => {
  const { user, server } = await renderPublicPage('/auth/reset');
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(await screen.findByText('Please enter your e-mail address.')).toBeInTheDocument();
  await user.type(email(), `${'x'.repeat(245)}@example.net`);
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeInTheDocument();
  expect(server.cognito.calls('ForgotPassword')).toEqual([]);
});

const ignore = vi.fn();
const WAYS = { onSignedIn: ignore, onRecover: ignore, onBack: ignore };

it.each([
  ['en', 'Sign in', '12 34 5', 'Please enter the six digits.'],
  ['de', 'Anmelden', '1234567', 'Bitte geben Sie die sechs Ziffern ein.'],
] as const)('asks for the six digits of a code (%s)', async (language, action, code, problem) => {
  const { user } = await renderPart(<CodeForm {...WAYS} />, { language, texts: ['auth'] });
  await user.type(screen.getByRole('textbox'), code);
  await user.click(screen.getByRole('button', { name: action }));
  expect(await screen.findByText(problem)).toBeInTheDocument();
});

it.each([
  ['en', 'Sign in', 'A recovery code has 16 letters and digits.'],
  ['de', 'Anmelden', 'Ein Wiederherstellungscode hat 16 Buchstaben und Ziffern.'],
] as const)('asks for a whole recovery code (%s)', async (language, action, problem) => {
  const way = <RecoveryForm email="jo@example.net" password="Correct-horse-9" {...WAYS} />;
  const { user } = await renderPart(way, { language, texts: ['auth'] });
  await user.type(screen.getByRole('textbox'), 'ABCD-EFGH-JKMN-PQR');
  await user.click(screen.getByRole('button', { name: action }));
  expect(await screen.findByText(problem)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox'), 'S');
  expect(screen.queryByText(problem)).toBeNull();
});

it('says what is wrong with a password that takes the place of a mailed one', async () => {
  const way = <ChoosePassword email="jo@example.net" onSignedIn={ignore} />;
  const { user } = await renderPart(way, { texts: ['auth'] });
  await user.type(screen.getByLabelText('New password'), 'Abcdefgh');
  await user.type(screen.getByLabelText('Confirm password'), 'Abcdefgi{Enter}');
  expect(await screen.findByText('The password does not meet all rules yet.')).toBeInTheDocument();
  expect(screen.getByText('New passwords do not match.')).toBeInTheDocument();
});

it('helps with typing passwords: shows them, and tells of a locked shift', async () => {
  const { user } = await renderPublicPage('/auth/login');
  await pageTitle('Sign in');
  await user.type(password(), 'Secret-1');
  await user.click(screen.getByRole('switch', { name: 'Show password' }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(password());
  await user.keyboard('{CapsLock}a');
  expect(screen.getByText('Caps Lock is on.')).toBeInTheDocument();
  await user.keyboard('{CapsLock}a');
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
});

it.each([
  ['/auth/login', ['email username', 'password current-password']],
  [
    '/auth/signup',
    [
      'fullName name',
      'companyName organization',
      'email username',
      'password new-password',
      'confirmPassword new-password',
    ],
  ],
  [
    '/reset-password#username=u&code=123456&email=jo%40example.net',
    ['email username', 'password new-password', 'confirmPassword new-password'],
  ],
])('is known to password managers at %s', async (address, fields) => {
  await renderPublicPage(address);
  await screen.findByRole('heading', { level: 1 });
  const inputs = [...document.querySelectorAll('form input')] as HTMLInputElement[];
  expect(inputs.map(({ name, autocomplete }) => `${name} ${autocomplete}`)).toEqual(fields);
  if (address.startsWith('/reset')) expect(inputs[0]).toHaveValue('jo@example.net');
});

it('switches its mode in place: the address follows, and back, forward and what was typed work', async () => {
  const { user, router } = await renderPublicPage('/auth?redirect=%2Fbots');
  await user.type(await screen.findByLabelText('E-mail'), 'typed@example.net');
  await user.click(screen.getByRole('link', { name: 'Create one' }));
  await pageTitle('Create your account');
  expect(address()).toBe('/auth/signup?redirect=%2Fbots');
  expect(document.title).toContain('Create your account');
  expect(email()).toHaveValue('typed@example.net');
  expect(screen.getByLabelText('Full name')).toHaveFocus();
  await user.clear(email());
  await user.type(email(), 'other@example.net');
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await pageTitle('Reset your password');
  expect(address()).toBe('/auth/reset?redirect=%2Fbots');
  expect(email()).toHaveValue('other@example.net');
  for (const [step, title] of [
    [-1, 'Sign in'],
    [-1, 'Create your account'],
    [1, 'Sign in'],
  ] as const) {
    await router.navigate(step);
    await pageTitle(title);
  }
  expect(email()).toHaveValue('other@example.net');

  function address(): string {
    const { pathname, search } = router.state.location;
    return pathname + search;
  }
});

it('shows what the alpha programme offers, also after a look at the sign-in', async () => {
  const { user } = await renderPublicPage('/auth/signup?alpha=true');
  expect(await screen.findByText('20% off your first paid year')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await user.click(await screen.findByRole('link', { name: 'Create one' }));
  expect(await screen.findByText('Three months free instead of 14 days')).toBeInTheDocument();
});

it.each([
  ['/auth/login?reason=expired', 1],
  // That is the server's word: an address only says that the session has ended.
  ['/auth/login?reason=suspended', 1],
  ['/auth/login?reason=anything', 0],
  ['/auth/login', 0],
])('says at %s that a session has ended, or nothing', async (address, notices) => {
  const { router } = await renderPublicPage(address);
  await pageTitle('Sign in');
  expect(screen.queryAllByText('Your session has ended. Please sign in again.')).toHaveLength(notices);
  // What was said once is not said again by a reload.
  if (notices) expect(router.state.location.search).toBe('');
});

const email = () => screen.getByLabelText('E-mail');
const password = () => screen.getByLabelText('Password', { exact: true });
const metRules = () =>
  within(screen.getByRole('list', { name: /./ }))
    .getAllByRole('listitem')
    .filter((rule) => rule.dataset.met === 'true');
