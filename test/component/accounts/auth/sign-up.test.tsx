import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SignUp } from '#features/accounts/auth/components/SignUp.tsx';
import { renderPart } from '../../harness/render';
import { refuse } from '../../harness/server';

const form = <SignUp email="" onEmail={() => {}} onSignedUp={() => {}} />;

it('says that nobody can sign up, instead of a form that fails', async () => {
  await renderPart(form, {
    texts: ['auth'],
    server: { getPublicStatus: { maintenance: null, signUpOpen: false } },
  });
  expect(await screen.findByRole('heading', { name: 'Signing up is closed' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
});

it('shows the form where it is open, and where nobody can tell', async () => {
  const { server } = await renderPart(form, {
    texts: ['auth'],
    server: { getPublicStatus: refuse('server.unavailable') },
  });
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeInTheDocument();
  await expect.poll(() => server.calls('getPublicStatus').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Create account' })).toBeInTheDocument();
});
