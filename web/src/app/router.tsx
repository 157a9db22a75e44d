import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { LoadingScreen } from '../components/Loading';
import { loadTexts } from '../i18n';
import type { Namespace } from '../i18n/keys';
import type { HostMode } from '../lib/hosts';
import { DomainNotConfigured } from './DomainNotConfigured';
import { ErrorScreen } from './ErrorScreen';
import { ToApp } from './ToApp';

/** The routes of this host, each page's code and texts loaded when it is first visited. */
export function createAppRouter(mode: HostMode): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: LoadingScreen,
      children: ROUTES[mode],
    },
  ]);
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

const toStart = <Navigate to="/" replace />;

/** Code and texts of a page, fetched together. */
const page = (namespaces: readonly Namespace[], load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), loadTexts(namespaces)]);
  return { Component };
};

const login = page(['auth'], async () => (await import('../features/auth/components/SignInPage')).SignInPage);
const signUp = page(
  ['auth'],
  async () => (await import('../features/auth/components/SignUpPage')).SignUpPage,
);
const dashboard = page(
  ['dashboard'],
  async () => (await import('../features/dashboard/components/DashboardPage')).DashboardPage,
);

const authRoutes: RouteObject[] = [
  {
    lazy: page(['auth'], async () => (await import('./AuthLayout')).AuthLayout),
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
];

const guardedRoutes: RouteObject[] = [
  {
    lazy: page([], async () => (await import('./SignedInArea')).SignedInArea),
    children: [
      { path: '', lazy: dashboard },
      { path: 'dashboard', lazy: dashboard },
      {
        path: 'bots',
        lazy: page(['bots'], async () => (await import('../features/bots/components/BotsPage')).BotsPage),
      },
      {
        path: 'bots/new',
        lazy: page(['bots'], async () => (await import('../features/bots/components/NewBotPage')).NewBotPage),
      },
      {
        path: 'bots/:botId',
        lazy: page(['bots'], async () => (await import('../features/bots/components/BotLayout')).BotLayout),
        children: [
          {
            index: true,
            lazy: page(
              ['bots'],
              async () => (await import('../features/bots/components/BotOverview')).BotOverview,
            ),
          },
          {
            path: 'knowledge',
            lazy: page(
              ['knowledge'],
              async () => (await import('../features/knowledge/components/KnowledgePage')).KnowledgePage,
            ),
          },
          {
            path: 'settings',
            lazy: page(
              ['bots'],
              async () => (await import('../features/bots/components/BotSettings')).BotSettings,
            ),
          },
          { path: 'edit', element: <Navigate to="../settings" relative="path" replace /> },
        ],
      },
    ],
  },
];

const ROUTES: Record<HostMode, RouteObject[]> = {
  app: [...authRoutes, ...guardedRoutes, { path: '*', element: toStart }],
  root: [
    {
      index: true,
      lazy: page(
        ['landing'],
        async () => (await import('../features/landing/components/LandingPage')).LandingPage,
      ),
    },
    // Sign-in and the application live on the app host; a link to them works from here as well.
    ...['auth', 'auth/*', 'reset-password', 'dashboard', 'bots', 'bots/*'].map(
      (path): RouteObject => ({ path, Component: ToApp }),
    ),
    { path: '*', element: toStart },
  ],
  unknown: [{ path: '*', Component: DomainNotConfigured }],
};
