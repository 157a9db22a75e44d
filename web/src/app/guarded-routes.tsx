import { Navigate, type RouteObject } from 'react-router-dom';
import { page } from './page';

const dashboard = page(
  ['dashboard'],
  async () => (await import('../features/dashboard/components/DashboardPage')).DashboardPage,
);
const thankYou = page(
  ['coming'],
  async () => (await import('../features/coming/components/ThankYouPage')).ThankYouPage,
);
type ComingPages = typeof import('../features/coming/components/pages');
const comingPage = (name: keyof ComingPages) =>
  page(['coming'], async () => (await import('../features/coming/components/pages'))[name]);

/** Pages of the application by their paths. Both hosts are made from this one list. */
export const guardedRoutes: RouteObject[] = [
  { path: 'dashboard', lazy: dashboard },
  {
    path: 'profile',
    lazy: page(
      ['profile'],
      async () => (await import('../features/profile/components/ProfilePage')).ProfilePage,
    ),
  },
  { path: 'settings', lazy: comingPage('SettingsPage') },
  { path: 'billing', lazy: comingPage('BillingPage') },
  { path: 'subscription/success', lazy: thankYou },
  { path: 'subscription/*', lazy: comingPage('BillingPage') },
  { path: 'thank-you', lazy: thankYou },
  { path: 'analytics', lazy: comingPage('AnalyticsPage') },
  {
    path: 'conversations',
    lazy: page(
      ['conversations'],
      async () => (await import('../features/conversations/components/ConversationsPage')).ConversationsPage,
    ),
  },
  {
    path: 'conversations/:conversationId',
    lazy: page(
      ['conversations'],
      async () => (await import('../features/conversations/components/ConversationPage')).ConversationPage,
    ),
  },
  { path: 'team', lazy: comingPage('TeamPage') },
  {
    path: 'templates',
    lazy: page(
      ['templates'],
      async () => (await import('../features/templates/components/TemplatesPage')).TemplatesPage,
    ),
  },
  {
    path: 'templates/:templateId',
    lazy: page(
      ['templates', 'feedback'],
      async () => (await import('../features/templates/components/TemplatePage')).TemplatePage,
    ),
  },
  {
    path: 'templates/:templateId/customize',
    lazy: page(
      ['templates', 'bots'],
      async () => (await import('../features/templates/components/CustomizePage')).CustomizePage,
    ),
  },
  { path: 'help', lazy: comingPage('HelpPage') },
  {
    lazy: page([], async () => (await import('./AdminsOnly')).AdminsOnly),
    children: [
      {
        path: 'admin',
        lazy: page(['admin'], async () => (await import('../features/admin/components/AdminPage')).AdminPage),
      },
      { path: 'developer-tools', lazy: comingPage('DeveloperToolsPage') },
    ],
  },
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
          ['knowledge', 'sites'],
          async () => (await import('../features/knowledge/components/KnowledgePage')).KnowledgePage,
        ),
      },
      {
        path: 'questions',
        lazy: page(
          ['questions', 'knowledge'],
          async () => (await import('../features/questions/components/QuestionsPage')).QuestionsPage,
        ),
      },
      {
        path: 'settings',
        lazy: page(
          ['bots', 'integrations'],
          async () => (await import('../features/bots/components/BotSettings')).BotSettings,
        ),
      },
      {
        path: 'flow',
        lazy: page(
          ['templates'],
          async () => (await import('../features/flows/components/FlowPage')).FlowPage,
        ),
      },
      { path: 'edit', element: <Navigate to="../settings" relative="path" replace /> },
      {
        path: 'conversations',
        lazy: page(
          ['conversations'],
          async () =>
            (await import('../features/conversations/components/BotConversationsPage')).BotConversationsPage,
        ),
      },
      { path: 'analytics', lazy: comingPage('BotAnalyticsPage') },
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
