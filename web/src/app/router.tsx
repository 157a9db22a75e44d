import {
  createBrowserRouter,
  type Location,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
} from 'react-router-dom';
import { AskConsent } from '#components/consent/AskConsent.tsx';
import { ReloadNotice } from '#components/ReloadNotice.tsx';
import type { HostMode } from '#lib/hosts';
import { PUBLIC_PATHS } from '#lib/public-paths';
import { AreaLoading } from './AreaLoading';
import { AskForSession } from './AskForSession';
import { authRoutes } from './auth-routes';
import { DomainNotConfigured } from './DomainNotConfigured';
import { ErrorScreen, PageError } from './ErrorScreen';
import { guardedRoutes, pathsOf } from './guarded-routes';
import { page } from './page';
import { chatDemo, invitation, publicRoutes, widgetPreview } from './public-routes';
import { ToRoot } from './ToRoot';

/** The routes of this host, each page's code and texts loaded when it is first visited. */
export function createAppRouter(mode: HostMode): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routesOf(mode));
}

/** The host's routes with what stands around every page. */
export function routesOf(mode: HostMode): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: AreaLoading,
      children: [...ROUTES[mode]],
    },
  ];
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration storageKey="parley.scroll" getKey={placeOf} />
      <ReloadNotice />
      <AskConsent />
    </>
  );
}

/**
 * What is opened by its address has no key in the history: it would be scrolled to where the page that this window
 * was opened with before was left, and away from the part that its address names.
 */
function placeOf({ key, pathname, search, hash }: Location): string {
  return key === 'default' ? pathname + search + hash : key;
}

const toApp = page([], async () => (await import('./ToApp')).ToApp);
const handover = page([], async () => (await import('./HandOver')).HandOver);
const signedOut = page([], async () => (await import('./SignedOut')).SignedOut);
const elsewhere: RouteObject = { path: '*', element: <Navigate to="/" replace /> };

/** Each host's routes: what is for signed-in people leads to `toApp` on the root host, and is inside SignedInArea on the other. */
export const ROUTES: Readonly<Record<HostMode, readonly RouteObject[]>> = {
  root: [
    ...publicRoutes,
    authRoutes,
    { path: 'auth/handoff', lazy: handover },
    { path: 'auth/signed-out', lazy: signedOut },
    chatDemo,
    ...pathsOf(guardedRoutes).map((path): RouteObject => ({ path, lazy: toApp })),
    elsewhere,
  ],
  app: [
    {
      lazy: page([], async () => (await import('./SignedInArea')).SignedInArea),
      children: [
        {
          // Inside the frame: what fails is one page, the others are a click away.
          ErrorBoundary: PageError,
          children: [
            {
              index: true,
              lazy: page(
                ['dashboard'],
                async () =>
                  (await import('#features/insight/dashboard/components/DashboardPage.tsx')).DashboardPage,
              ),
            },
            ...guardedRoutes,
          ],
        },
      ],
    },
    { path: 'auth/handoff', Component: AskForSession },
    ...['auth', 'auth/*', 'reset-password', ...PUBLIC_PATHS].map(
      (path): RouteObject => ({ path, Component: ToRoot }),
    ),
    chatDemo,
    invitation,
    widgetPreview,
    elsewhere,
  ],
  unknown: [{ path: '*', Component: DomainNotConfigured }],
};
