import type { RouteObject } from 'react-router-dom';
import { page } from './page';

/** Pages that anyone may read, on the root host. */
export const PUBLIC_PATHS = [
  'about',
  'roadmap',
  'pricing',
  'contact',
  'privacy',
  'terms',
  'impressum',
] as const;

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
        lazy: page(['about'], async () => (await import('../features/about/components/AboutPage')).AboutPage),
      },
    ],
  },
  {
    lazy: inPublicLayout,
    children: [
      {
        path: 'roadmap',
        lazy: page(
          ['roadmap'],
          async () => (await import('../features/roadmap/components/RoadmapPage')).RoadmapPage,
        ),
      },
      {
        path: 'pricing',
        lazy: page(
          ['pricing'],
          async () => (await import('../features/pricing/components/PricingPage')).PricingPage,
        ),
      },
      {
        path: 'contact',
        lazy: page(
          ['contact'],
          async () => (await import('../features/contact/components/ContactPage')).ContactPage,
        ),
      },
      {
        path: 'privacy',
        lazy: page(
          ['legal'],
          async () => (await import('../features/legal/components/PrivacyPage')).PrivacyPage,
        ),
      },
      {
        path: 'terms',
        lazy: page(['legal'], async () => (await import('../features/legal/components/TermsPage')).TermsPage),
      },
      {
        path: 'impressum',
        lazy: page(
          ['legal'],
          async () => (await import('../features/legal/components/ImprintPage')).ImprintPage,
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
        async () => (await import('../features/demo/components/ChatDemoPage')).ChatDemoPage,
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
      async () => (await import('../features/preview/components/WidgetPreviewPage')).WidgetPreviewPage,
    ),
  })),
};
