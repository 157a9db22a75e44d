import { Navigate, type RouteObject } from 'react-router-dom';
import { page } from './page';

const dashboard = page(
  ['dashboard'],
  async () => (await import('#features/insight/dashboard/components/DashboardPage.tsx')).DashboardPage,
);
const thankYou = page(
  ['billing'],
  async () => (await import('#features/accounts/billing/components/ThankYouPage.tsx')).ThankYouPage,
);
const billing = page(
  ['billing', 'usage'],
  async () => (await import('#features/accounts/billing/components/BillingPage.tsx')).BillingPage,
);
const settings = page(
  ['settings', 'auth'],
  async () => (await import('#features/accounts/settings/components/SettingsPage.tsx')).SettingsPage,
);

type AdminPages = typeof import('#features/operator/admin/components/pages.ts');
const adminPage = (name: keyof AdminPages) =>
  page(['admin'], async () => (await import('#features/operator/admin/components/pages.ts'))[name]);
type DeveloperPages = typeof import('#features/operator/developer-tools/components/pages.ts');
const developerPage = (name: keyof DeveloperPages) =>
  page(
    ['developer'],
    async () => (await import('#features/operator/developer-tools/components/pages.ts'))[name],
  );

/** Pages of the application by their paths. Both hosts are made from this one list. */
export const guardedRoutes: RouteObject[] = [
  { path: 'dashboard', lazy: dashboard },
  {
    path: 'profile',
    lazy: page(
      ['profile', 'auth'],
      async () => (await import('#features/accounts/profile/components/ProfilePage.tsx')).ProfilePage,
    ),
  },
  { path: 'settings', lazy: settings },
  { path: 'settings/:section', lazy: settings },
  { path: 'billing', lazy: billing },
  { path: 'subscription/success', lazy: thankYou },
  { path: 'subscription/*', lazy: billing },
  { path: 'thank-you', lazy: thankYou },
  {
    path: 'analytics',
    lazy: page(
      ['analytics', 'reports'],
      async () => (await import('#features/insight/analytics/components/AnalyticsPage.tsx')).AnalyticsPage,
    ),
  },
  {
    path: 'analytics/reports',
    lazy: page(
      ['reports'],
      async () => (await import('#features/insight/reports/components/ReportsPage.tsx')).ReportsPage,
    ),
  },
  {
    path: 'conversations/:conversationId?',
    lazy: page(
      ['conversations'],
      async () => (await import('#features/conversations/components/InboxPage.tsx')).InboxPage,
    ),
  },
  {
    path: 'notifications',
    lazy: page(
      ['notifications'],
      async () =>
        (await import('#features/insight/notifications/components/NotificationsPage.tsx')).NotificationsPage,
    ),
  },
  {
    path: 'team',
    lazy: page(
      ['team'],
      async () => (await import('#features/accounts/team/components/TeamPage.tsx')).TeamPage,
    ),
  },
  {
    path: 'usage',
    lazy: page(
      ['usage'],
      async () => (await import('#features/accounts/usage/components/UsagePage.tsx')).UsagePage,
    ),
  },
  {
    path: 'invitations/accept',
    lazy: page(
      ['team'],
      async () => (await import('#features/accounts/team/components/AcceptPage.tsx')).AcceptPage,
    ),
  },
  {
    path: 'templates',
    lazy: page(
      ['templates'],
      async () => (await import('#features/lifecycle/templates/components/TemplatesPage.tsx')).TemplatesPage,
    ),
  },
  {
    path: 'templates/:templateId',
    lazy: page(
      ['templates', 'feedback'],
      async () => (await import('#features/lifecycle/templates/components/TemplatePage.tsx')).TemplatePage,
    ),
  },
  {
    path: 'templates/:templateId/customize',
    lazy: page(
      ['templates', 'bots', 'feedback'],
      async () => (await import('#features/lifecycle/templates/components/CustomizePage.tsx')).CustomizePage,
    ),
  },
  {
    path: 'help',
    lazy: page(['help'], async () => (await import('#features/site/help/components/HelpPage.tsx')).HelpPage),
  },
  {
    path: 'help/ask',
    lazy: page(['help'], async () => (await import('#features/site/help/components/AskPage.tsx')).AskPage),
  },
  {
    path: 'help/contact',
    lazy: page(
      ['help', 'contact', 'feedback'],
      async () => (await import('#features/site/help/components/ContactPage.tsx')).ContactPage,
    ),
  },
  {
    path: 'help/:articleId',
    lazy: page(
      ['help'],
      async () => (await import('#features/site/help/components/ArticlePage.tsx')).ArticlePage,
    ),
  },
  {
    lazy: page([], async () => (await import('./AdminsOnly')).AdminsOnly),
    children: [
      {
        path: 'admin',
        lazy: page(
          ['admin'],
          async () => (await import('#features/operator/admin/components/AdminLayout.tsx')).AdminLayout,
        ),
        children: [
          { index: true, lazy: adminPage('DashboardPage') },
          {
            path: 'accounts/:accountId',
            lazy: page(
              ['admin', 'usage', 'billing', 'conversations'],
              async () => (await import('#features/operator/admin/components/pages.ts')).AccountPage,
            ),
          },
          { path: 'users', lazy: adminPage('UsersPage') },
          { path: 'subscriptions', lazy: adminPage('SubscriptionsPage') },
          { path: 'errors', lazy: adminPage('ErrorsPage') },
          { path: 'messages', lazy: adminPage('MessagesPage') },
          { path: 'queues', lazy: adminPage('QueuesPage') },
          { path: 'activity', lazy: adminPage('ActivityPage') },
          { path: 'settings', lazy: adminPage('SettingsPage') },
        ],
      },
      {
        path: 'developer-tools',
        lazy: page(
          ['developer'],
          async () =>
            (await import('#features/operator/developer-tools/components/DeveloperLayout.tsx'))
              .DeveloperLayout,
        ),
        children: [
          { index: true, lazy: developerPage('ApiPage') },
          { path: 'events', lazy: developerPage('EventsPage') },
          { path: 'indexes', lazy: developerPage('IndexesPage') },
          { path: 'mails', lazy: developerPage('MailsPage') },
          { path: 'translations', lazy: developerPage('TranslationsPage') },
        ],
      },
    ],
  },
  {
    path: 'bots',
    lazy: page(
      ['bots', 'dashboard'],
      async () => (await import('#features/bots/components/BotsPage.tsx')).BotsPage,
    ),
  },
  {
    path: 'bots/new',
    lazy: page(['bots'], async () => (await import('#features/bots/components/NewBotPage.tsx')).NewBotPage),
  },
  {
    path: 'bots/:botId',
    lazy: page(['bots'], async () => (await import('#features/bots/components/BotLayout.tsx')).BotLayout),
    children: [
      {
        index: true,
        lazy: page(
          ['bots'],
          async () => (await import('#features/bots/components/BotOverview.tsx')).BotOverview,
        ),
      },
      {
        path: 'knowledge',
        lazy: page(
          ['knowledge', 'sites'],
          async () => (await import('#features/knowledge/components/KnowledgePage.tsx')).KnowledgePage,
        ),
      },
      {
        path: 'questions',
        lazy: page(
          ['questions', 'knowledge'],
          async () =>
            (await import('#features/insight/questions/components/QuestionsPage.tsx')).QuestionsPage,
        ),
      },
      {
        path: 'settings',
        lazy: page(
          ['bots', 'integrations'],
          async () => (await import('#features/bots/components/BotSettings.tsx')).BotSettings,
        ),
      },
      {
        path: 'flow',
        lazy: page(
          ['templates'],
          async () => (await import('#features/bots/flows/components/FlowPage.tsx')).FlowPage,
        ),
      },
      { path: 'edit', element: <Navigate to="../settings" relative="path" replace /> },
      {
        path: 'conversations',
        lazy: page(
          ['conversations'],
          async () =>
            (await import('#features/conversations/components/BotConversationsPage.tsx'))
              .BotConversationsPage,
        ),
      },
      {
        path: 'analytics',
        lazy: page(
          ['analytics', 'reports'],
          async () =>
            (await import('#features/insight/analytics/components/AnalyticsPage.tsx')).BotAnalyticsPage,
        ),
      },
    ],
  },
];

/** Every path in the list, for the host that hands them over. */
export function pathsOf(routes: readonly RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const full = path === undefined ? parent : parent ? `${parent}/${path}` : path;
    return [...(path === undefined ? [] : [full]), ...pathsOf(children, full)];
  });
}
