import { LoadingScreen, type LoadingScreenProps } from '#components/Loading.tsx';
import { hasStoredSession } from '#lib/storage';

/** By how a path begins, the first that fits: what a person is told they wait for. */
const AREAS: readonly (readonly [path: RegExp, loading: LoadingScreenProps])[] = [
  [/^\/(widget|chat-demo)(\/|$)/, { text: 'loading:chat', variant: 'minimal' }],
  [/^\/bots\/[^/]+\/knowledge/, { text: 'loading:botKnowledge', page: 'documents' }],
  [/^\/bots\/[^/]+\/analytics/, { text: 'loading:analytics', page: 'analytics' }],
  [/^\/bots\/[^/]+\/conversations/, { text: 'loading:conversations', page: 'inbox' }],
  [/^\/bots\/(?!new(\/|$))[^/]+/, { text: 'loading:botDetails', page: 'text' }],
  [/^\/bots(\/|$)/, { text: 'loading:botManagement' }],
  [/^\/analytics(\/|$)/, { text: 'loading:analytics', page: 'analytics' }],
  [/^\/conversations(\/|$)/, { text: 'loading:conversations', page: 'inbox' }],
  [/^\/settings(\/|$)/, { text: 'loading:settings', page: 'text' }],
  [/^\/(billing|subscription|thank-you)(\/|$)/, { text: 'loading:billing', page: 'text' }],
  [/^\/team(\/|$)/, { text: 'loading:team', page: 'documents' }],
  [/^\/templates(\/|$)/, { text: 'loading:templates' }],
  [/^\/developer-tools(\/|$)/, { text: 'loading:developerTools' }],
  [/^\/help(\/|$)/, { text: 'loading:help', page: 'text' }],
  [/^\/admin(\/|$)/, { text: 'loading:admin', page: 'text' }],
  [/^\/profile(\/|$)/, { text: 'loading:profile', page: 'text' }],
  [/^\/(dashboard)?(\/|$)/, { text: 'loading:dashboard', page: 'dashboard' }],
  [/^\/(auth|reset-password)(\/|$)/, { variant: 'spinner' }],
  [/^\/(about|roadmap|pricing|contact|privacy|terms|impressum)(\/|$)/, { variant: 'skeleton' }],
];

export function loadingOf(path: string): LoadingScreenProps {
  return AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? {};
}

/** The whole window while the page of this address is on its way. */
export function AreaLoading() {
  const loading = loadingOf(location.pathname);
  // Whoever is signed in has the frame around it in a moment.
  const isFramed = loading.variant === undefined && hasStoredSession();
  return <LoadingScreen {...loading} {...(isFramed && { variant: 'frame' as const })} />;
}
