import { LoadingScreen, type LoadingScreenProps } from '#components/Loading.tsx';
import { PUBLIC_PATHS } from '#lib/public-paths';
import { hasStoredSession } from '#lib/storage';

type Areas = readonly (readonly [names: readonly string[], loading: LoadingScreenProps])[];

/** What a person is told they wait for, by the first part of the address. */
const AREAS: Areas = [
  [['', 'dashboard'], { text: 'loading:dashboard', page: 'dashboard' }],
  [['bots'], { text: 'loading:botManagement' }],
  [['analytics'], { text: 'loading:analytics', page: 'analytics' }],
  [['conversations'], { text: 'loading:conversations', page: 'inbox' }],
  [['settings'], { text: 'loading:settings', page: 'text' }],
  [['billing', 'subscription', 'thank-you'], { text: 'loading:billing', page: 'text' }],
  [['team'], { text: 'loading:team', page: 'documents' }],
  [['templates'], { text: 'loading:templates' }],
  [['developer-tools'], { text: 'loading:developerTools' }],
  [['help'], { text: 'loading:help', page: 'text' }],
  [['admin'], { text: 'loading:admin', page: 'text' }],
  [['profile'], { text: 'loading:profile', page: 'text' }],
  [['widget', 'chat-demo'], { text: 'loading:chat', variant: 'minimal' }],
  [['auth', 'reset-password'], { variant: 'spinner' }],
  [PUBLIC_PATHS, { variant: 'skeleton' }],
];

/** Of one bot, by what follows its id. */
const BOT_AREAS: Areas = [
  [['knowledge'], { text: 'loading:botKnowledge', page: 'documents' }],
  [['analytics'], { text: 'loading:analytics', page: 'analytics' }],
  [['conversations'], { text: 'loading:conversations', page: 'inbox' }],
];

/** The whole window while the page of this address is on its way. */
export function AreaLoading() {
  const loading = loadingOf(location.pathname);
  // Whoever is signed in has the frame around it in a moment.
  const isFramed = loading.variant === undefined && hasStoredSession();
  return <LoadingScreen {...loading} {...(isFramed && { variant: 'frame' as const })} />;
}

function loadingOf(path: string): LoadingScreenProps {
  const [area = '', bot = '', part = ''] = path.split('/').slice(1);
  const inArea = (areas: Areas, name: string) => areas.find(([names]) => names.includes(name))?.[1];
  if (area === 'bots' && bot !== '' && bot !== 'new')
    return inArea(BOT_AREAS, part) ?? { text: 'loading:botDetails', page: 'text' };
  return inArea(AREAS, area) ?? {};
}
