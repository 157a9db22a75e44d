import type { RouteObject } from 'react-router-dom';
import { page } from './page';

/** One screen, whose address says what it does; being one, it keeps what was typed when that changes. */
const screen = page(
  ['auth'],
  async () => (await import('#features/accounts/auth/components/AuthScreen.tsx')).AuthScreen,
);

/** The auth screen, on the root host. `AuthGate` stands before it: it says why a session ended. */
export const authRoutes: RouteObject = {
  lazy: page(['auth'], async () => (await import('./AuthLayout')).AuthLayout),
  children: [
    {
      lazy: page([], async () => (await import('./AuthGate')).AuthGate),
      children: [
        ...['auth', 'auth/login', 'auth/signup', 'auth/register', 'auth/reset'].map(
          (path): RouteObject => ({ path, lazy: screen }),
        ),
        {
          path: 'auth/confirm',
          lazy: page(
            ['auth'],
            async () => (await import('#features/accounts/auth/components/ConfirmPage.tsx')).ConfirmPage,
          ),
        },
        {
          path: 'reset-password',
          lazy: page(
            ['auth'],
            async () =>
              (await import('#features/accounts/auth/components/ResetPasswordPage.tsx')).ResetPasswordPage,
          ),
        },
      ],
    },
  ],
};
