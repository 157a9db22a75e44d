import { LoadingScreen, type LoadingScreenProps } from '#components/Loading.tsx';
import { hasStoredSession } from '#lib/storage';

/** By how a path begins, the first that fits: what a person is told she waits for. */
const AREAS: readonly (readonly [path: RegExp, loading: LoadingScreenProps])[] = [
  [/^\/(widget|chat-demo)(\/|$)/, { text: 'loading:chat', variant: 'minimal' }],
  [/^\/bots\/[^/]+\/knowledge/, { text: 'loading:botKnowledge' }],
  [/^\/bots\/[^/]+\/analytics/, { text: 'loading:analytics' }],
  [/^\/bots\/[^/]+\/conversations/, { text: 'loading:conversations' }],
  [/^\/bots\/(?!new(\/|$))[^/]+/, { text: 'loading:botDetails' }],
  [/^\/bots(\/|$)/, { text: 'loading:botManagement' }],
  [/^\/analytics(\/|$)/, { text: 'loading:analytics' }],
  [/^\/conversations(\/|$)/, { text: 'loading:conversations' }],
  [/^\/settings(\/|$)/, { text: 'loading:settings' }],
  [/^\/(billing|subscription|thank-you)(\/|$)/, { text: 'loading:billing' }],
  [/^\/team(\/|$)/, { text: 'loading:team' }],
  [/^\/templates(\/|$)/, { text: 'loading:templates' }],
  [/^\/developer-tools(\/|$)/, { text: 'loading:developerTools' }],
  [/^\/help(\/|$)/, { text: 'loading:help' }],
  [/^\/admin(\/|$)/, { text: 'loading:admin' }],
  [/^\/profile(\/|$)/, { text: 'loading:profile' }],
  [/^\/dashboard(\/|$)/, { text: 'loading:dashboard' }],
  [/^\/(auth|reset-password)(\/|$)/, { variant: 'spinner' }],
  [/^\/(about|roadmap|pricing|contact|privacy|terms|impressum)(\/|$)/, { variant: 'skeleton' }],
];

export function loadingOf(path: string): LoadingScreenProps {
  return AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? {};
}

/** The whole window while the page of this address is on its way. */
export function AreaLoading() {
  const loading = loadingOf(location.pathname);
  // Who is signed in has the frame around it in a moment.
  const isFramed = loading.variant === undefined && hasStoredSession();
  return <LoadingScreen {...loading} {...(isFramed && { variant: 'frame' as const })} />;
}
