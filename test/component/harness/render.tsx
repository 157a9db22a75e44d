import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type DataRouter, RouterProvider } from 'react-router-dom';
import { LiveProvider } from '#app/LiveProvider.tsx';
import { routesOf } from '#app/router.tsx';
import { ToastProvider } from '#components/toasts.tsx';
import type { TeamRole } from '#contract/base/permissions';
import { changeLanguage, loadTexts } from '#i18n/index';
import type { Namespace } from '#i18n/keys';
import type { LanguageCode } from '#i18n/languages';
import { saveConsent } from '#lib/consent';
import { queryClient } from '#lib/query-client';
import { AuthContext } from '#lib/session/session';
import { CONFIG } from './config';
import { ME } from './samples';
import { type Answers, FakeServer } from './server';
import { signIn } from './session';

export interface Scene {
  /** What the API answers; `getMe`, the socket's ticket and the badge of conversations have answers already. */
  readonly server?: Answers;
  /** Of the signed-in person in the account. */
  readonly role?: TeamRole;
  readonly language?: LanguageCode;
  readonly theme?: 'light' | 'dark';
}

export interface Rendered {
  readonly user: UserEvent;
  readonly server: FakeServer;
  readonly router: DataRouter;
}

export const server = new FakeServer();
let router: DataRouter | undefined;
const missingTexts = new Set<string>();

/** A page that asks for a text which its route does not load shows the text's name: its test fails. */
export function noteMissingText(name: string): void {
  missingTexts.add(`No text was loaded for ${name}.`);
}

/** Opens an address of the application as a signed-in person: every provider, guard, route and text is the real one. */
export async function renderPage(address: string, scene: Scene = {}): Promise<Rendered> {
  await prepare(scene);
  await signIn();
  const opened = createMemoryRouter(routesOf('app'), { initialEntries: [address] });
  return show(opened);
}

/** Opens an address of the public site as somebody who is not signed in. */
export async function renderPublicPage(address: string, scene: Scene = {}): Promise<Rendered> {
  standOn(CONFIG.rootOrigin);
  await prepare(scene);
  const opened = createMemoryRouter(routesOf('root'), { initialEntries: [address] });
  return show(opened);
}

/** Shows a component alone, inside the same providers. */
export async function renderPart(
  part: ReactNode,
  {
    address = '/',
    path = '*',
    texts = [],
    ...scene
  }: Scene & {
    readonly address?: string;
    /** The route's path, where the part reads parameters. */
    readonly path?: string;
    readonly texts?: readonly Namespace[];
  } = {},
): Promise<Rendered> {
  await prepare(scene);
  await loadTexts(texts);
  await signIn();
  const { profile, account } = personIn(scene);
  const element = (
    <QueryClientProvider client={queryClient}>
      <AuthContext
        value={{
          profile,
          account,
          accounts: [account],
          suspended: [],
          signOut: async () => {},
          endBy: async () => {},
        }}
      >
        <LiveProvider>{part}</LiveProvider>
      </AuthContext>
    </QueryClientProvider>
  );
  return show(createMemoryRouter([{ path, element }], { initialEntries: [address] }));
}

/** Also where a test has put another clock in its place. */
const machineTimeout = setTimeout;

/** After each test. Fails for what the test did wrong without noticing. */
export async function putAway(): Promise<void> {
  cleanup();
  router?.dispose();
  router = undefined;
  // What the page has asked for arrives while this test's answers are there, and is no fault of the next one.
  await new Promise((arrived) => machineTimeout(arrived));
  queryClient.clear();
  standOn(CONFIG.appOrigin);
  localStorage.clear();
  sessionStorage.clear();
  const faults = [...server.reset(), ...missingTexts];
  missingTexts.clear();
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Makes one of the two sites the place where the page is: pages ask the address which of them they are on. */
function standOn(origin: string): void {
  (window as unknown as { readonly happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${origin}/`);
}

/** The heading of the page, once it is shown. */
export function pageTitle(name: string | RegExp): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name });
}

async function show(opened: DataRouter): Promise<Rendered> {
  router = opened;
  const user = userEvent.setup();
  await act(async () => {
    render(
      <ToastProvider>
        <RouterProvider router={opened} />
      </ToastProvider>,
    );
  });
  return { user, server, router: opened };
}

async function prepare(scene: Scene): Promise<void> {
  // Nobody is asked for consent on top of every page.
  saveConsent({ analytics: false, preferences: true });
  document.documentElement.dataset.theme = scene.theme ?? 'light';
  await changeLanguage(scene.language ?? 'en');
  const { profile, account } = personIn(scene);
  server.answer({
    getMe: { profile, accounts: [account] },
    createSocketTicket: { ticket: 'ticket', socketUrl: 'wss://live.parley.test' },
    listConversations: { items: [], cursor: null },
    listAgents: { items: [] },
    getSavedViews: { version: 0, items: [] },
    listCannedReplies: { items: [] },
    getTimeline: { items: [] },
    showPresence: undefined,
    getPublicStatus: { maintenance: null, signUpOpen: true },
    getDashboard: {
      bots: { now: 0, before: 0 },
      conversations: { now: 0, before: 0 },
      messages: { now: 0, before: 0 },
      uptime: { now: null, before: null },
      days: [],
      health: [],
      alphaTrial: 'closed',
    },
    listNotifications: { items: [], cursor: null, unread: 0 },
    ...scene.server,
  });
}

function personIn({ role = 'owner' }: Scene) {
  const [account] = ME.accounts;
  if (!account) throw new Error('The sample person has no account');
  return { profile: ME.profile, account: { ...account, role } };
}
