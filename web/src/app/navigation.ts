import {
  Bell,
  Bot,
  ChartColumn,
  CircleHelp,
  CircleUser,
  CreditCard,
  FileChartColumn,
  Gauge,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShieldCheck,
  SquareTerminal,
  Users,
} from 'lucide-react';
import { type Permission, type ProfileRole, permits, type TeamRole } from '#contract/base/permissions';
import { useWaitingConversations } from '#features/conversations/hooks/useWaitingConversations.ts';
import type { TranslationKey } from '#i18n/keys';
import { useUnreadNotifications } from './useUnreadNotifications';

/** Daily work, what it showed, the account, oneself, and the platform's own. */
export type NavigationGroup = 'work' | 'insight' | 'account' | 'person' | 'platform';

export interface NavigationEntry {
  readonly to: string;
  readonly name: TranslationKey;
  readonly icon: LucideIcon;
  /** Entries of a group stand together. */
  readonly group: NavigationGroup;
  /** What its page needs to show anything: who lacks it does not see the entry. Without one everyone does. */
  readonly permission?: Permission;
  /** How much waits there: a hook that counts it, and what a screen reader hears of it, with `count` and `number`. */
  readonly badge?: { readonly useCount: () => number; readonly label: TranslationKey };
}

/** The pages of the application in their order. An entry comes with its page. */
const ENTRIES: readonly NavigationEntry[] = [
  {
    to: '/dashboard',
    name: 'common:nav.dashboard',
    icon: LayoutDashboard,
    group: 'work',
    permission: 'bots.view',
  },
  { to: '/bots', name: 'common:nav.bots', icon: Bot, group: 'work', permission: 'bots.view' },
  {
    to: '/conversations',
    name: 'common:nav.conversations',
    icon: MessagesSquare,
    group: 'work',
    permission: 'conversations.view',
    badge: { useCount: useWaitingConversations, label: 'common:nav.waiting' },
  },
  {
    to: '/analytics',
    name: 'common:nav.analytics',
    icon: ChartColumn,
    group: 'insight',
    permission: 'analytics.view',
  },
  {
    to: '/analytics/reports',
    name: 'common:nav.reports',
    icon: FileChartColumn,
    group: 'insight',
    permission: 'data.export',
  },
  {
    to: '/templates',
    name: 'common:nav.templates',
    icon: LayoutTemplate,
    group: 'insight',
    permission: 'bots.view',
  },
  { to: '/team', name: 'common:nav.team', icon: Users, group: 'account', permission: 'team.view' },
  { to: '/usage', name: 'common:nav.usage', icon: Gauge, group: 'account', permission: 'bots.view' },
  {
    to: '/billing',
    name: 'common:nav.billing',
    icon: CreditCard,
    group: 'account',
    permission: 'billing.view',
  },
  { to: '/settings', name: 'common:nav.settings', icon: Settings, group: 'account' },
  {
    to: '/notifications',
    name: 'common:nav.notifications',
    icon: Bell,
    group: 'person',
    badge: { useCount: useUnreadNotifications, label: 'common:nav.unread' },
  },
  { to: '/profile', name: 'common:nav.profile', icon: CircleUser, group: 'person' },
  { to: '/help', name: 'common:nav.help', icon: CircleHelp, group: 'person' },
  {
    to: '/admin',
    name: 'common:nav.admin',
    icon: ShieldCheck,
    group: 'platform',
    permission: 'platform.administer',
  },
  {
    to: '/developer-tools',
    name: 'common:nav.developerTools',
    icon: SquareTerminal,
    group: 'platform',
    permission: 'platform.administer',
  },
];

/** So many of them stand in the bar of a phone; its menu has all. */
export const BAR_LENGTH = 4;

/** The entries for a person in an account, by the server's table of permissions. */
export function navigationFor(roles: {
  readonly profile: ProfileRole;
  readonly team: TeamRole;
}): readonly NavigationEntry[] {
  return ENTRIES.filter(({ permission }) => permission === undefined || permits(permission, roles));
}

/** What `aria-current` says of an entry: this is the page, or the page is below it. */
export function currentState({ to }: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  // The start of the application is the dashboard.
  const shown = pathname === '/' ? '/dashboard' : pathname;
  if (shown === to) return 'page';
  // An entry below this one is meant instead, where there is one.
  const isNearest = !ENTRIES.some((other) => other.to.startsWith(`${to}/`) && isAtOrBelow(shown, other.to));
  return isAtOrBelow(shown, to) && isNearest ? 'true' : undefined;
}

function isAtOrBelow(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}
