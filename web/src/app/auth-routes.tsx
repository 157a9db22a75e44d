import type { RouteObject } from 'react-router-dom';
import { page } from './page';

const login = page(['auth'], async () => (await import('../features/auth/components/SignInPage')).SignInPage);
const signUp = page(
  ['auth'],
  async () => (await import('../features/auth/components/SignUpPage')).SignUpPage,
);

/** The auth screen, on the root host. `AuthGate` stands before it: it says why a session ended. */
export const authRoutes: RouteObject = {
  lazy: page(['auth'], async () => (await import('./AuthLayout')).AuthLayout),
  children: [
    {
      lazy: page([], async () => (await import('./AuthGate')).AuthGate),
      children: [
        { path: 'auth', lazy: login },
        { path: 'auth/login', lazy: login },
        { path: 'auth/signup', lazy: signUp },
        { path: 'auth/register', lazy: signUp },
        {
          path: 'auth/check-mail',
          lazy: page(
            ['auth'],
            async () => (await import('../features/auth/components/CheckMailPage')).CheckMailPage,
          ),
        },
        {
          path: 'auth/confirm',
          lazy: page(
            ['auth'],
            async () => (await import('../features/auth/components/ConfirmPage')).ConfirmPage,
          ),
        },
        {
          path: 'auth/reset',
          lazy: page(
            ['auth'],
            async () => (await import('../features/auth/components/RequestResetPage')).RequestResetPage,
          ),
        },
        {
          path: 'reset-password',
          lazy: page(
            ['auth'],
            async () => (await import('../features/auth/components/ResetPasswordPage')).ResetPasswordPage,
          ),
        },
      ],
    },
  ],
};
