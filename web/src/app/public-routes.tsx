import type { RouteObject } from 'react-router-dom';
import { page } from './page';

const inPublicLayout = page([], async () => (await import('./PublicLayout')).PublicLayout);

export const publicRoutes: RouteObject[] = [
  // A page of its own, which the edge serves.
  { index: true, lazy: page([], async () => (await import('./ToLanding')).ToLanding) },
  {
    // For a signed-in person the dashboard's frame is around it.
    lazy: page([], async () => (await import('./AnyoneArea')).AnyoneArea),
    children: [
      {
        path: 'about',
        lazy: page(
          ['about'],
          async () => (await import('#features/site/about/components/AboutPage.tsx')).AboutPage,
        ),
      },
    ],
  },
  {
    lazy: inPublicLayout,
    children: [
      {
        // Where mailed reports lead; no other page does.
        path: 'report-mails',
        lazy: page(
          ['reports'],
          async () =>
            (await import('#features/insight/reports/components/SubscriptionPage.tsx')).SubscriptionPage,
        ),
      },
      {
        path: 'roadmap',
        lazy: page(
          ['roadmap'],
          async () => (await import('#features/site/roadmap/components/RoadmapPage.tsx')).RoadmapPage,
        ),
      },
      {
        path: 'pricing',
        lazy: page(
          ['pricing'],
          async () => (await import('#features/accounts/pricing/components/PricingPage.tsx')).PricingPage,
        ),
      },
      {
        path: 'contact',
        lazy: page(
          ['contact'],
          async () => (await import('#features/site/contact/components/ContactPage.tsx')).ContactPage,
        ),
      },
      {
        path: 'privacy',
        lazy: page(
          ['legal'],
          async () => (await import('#features/site/legal/components/PrivacyPage.tsx')).PrivacyPage,
        ),
      },
      {
        path: 'terms',
        lazy: page(
          ['legal'],
          async () => (await import('#features/site/legal/components/TermsPage.tsx')).TermsPage,
        ),
      },
      {
        path: 'impressum',
        lazy: page(
          ['legal'],
          async () => (await import('#features/site/legal/components/ImprintPage.tsx')).ImprintPage,
        ),
      },
    ],
  },
];

/** What a prospect or a visitor may see of a bot without signing in. */
export const chatDemo: RouteObject = {
  lazy: inPublicLayout,
  children: [
    {
      path: 'chat-demo',
      lazy: page(
        ['demo', 'preview'],
        async () => (await import('#features/operator/demo/components/ChatDemoPage.tsx')).ChatDemoPage,
      ),
    },
  ],
};
/** Where the link of an invitation leads. Whoever wants to accept it signs in first, or signs up. */
export const invitation: RouteObject = {
  lazy: inPublicLayout,
  children: [
    {
      path: 'invitations',
      lazy: page(
        ['team'],
        async () => (await import('#features/accounts/team/components/InvitationPage.tsx')).InvitationPage,
      ),
    },
  ],
};
export const widgetPreview: RouteObject = {
  lazy: inPublicLayout,
  children: ['widget', 'widget/:botId'].map((path) => ({
    path,
    lazy: page(
      ['preview'],
      async () => (await import('#features/bots/preview/components/WidgetPreviewPage.tsx')).WidgetPreviewPage,
    ),
  })),
};
