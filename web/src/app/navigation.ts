import {
  Bot,
  CircleUser,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  SquareTerminal,
} from 'lucide-react';
import { hasRole, type ProfileRole } from '../../../functions/contract/permissions';
import type { TranslationKey } from '../i18n/keys';
import { useWaitingConversations } from './useWaitingConversations';

export interface NavigationEntry {
  readonly to: string;
  readonly name: TranslationKey;
  readonly icon: LucideIcon;
  /** Who sees it; without a role everyone. */
  readonly role?: ProfileRole;
  /** How much waits there: a hook that counts it, and what a screen reader hears of it, with `count` and `number`. */
  readonly badge?: { readonly useCount: () => number; readonly label: TranslationKey };
}

/** The pages of the application in their order. An entry comes with its page. */
const ENTRIES: readonly NavigationEntry[] = [
  { to: '/dashboard', name: 'common:nav.dashboard', icon: LayoutDashboard },
  { to: '/bots', name: 'common:nav.bots', icon: Bot },
  {
    to: '/conversations',
    name: 'common:nav.conversations',
    icon: MessagesSquare,
    badge: { useCount: useWaitingConversations, label: 'common:nav.waiting' },
  },
  { to: '/templates', name: 'common:nav.templates', icon: LayoutTemplate },
  { to: '/profile', name: 'common:nav.profile', icon: CircleUser },
  { to: '/admin', name: 'common:nav.admin', icon: ShieldCheck, role: 'admin' },
  { to: '/developer-tools', name: 'common:nav.developerTools', icon: SquareTerminal, role: 'admin' },
];

/** So many of them stand in the bar of a phone; its menu has all. */
export const BAR_LENGTH = 4;

export function navigationFor(person: { readonly role: ProfileRole }): readonly NavigationEntry[] {
  return ENTRIES.filter(({ role }) => role === undefined || hasRole(person, role));
}

/** What `aria-current` says of an entry: this is the page, or the page is below it. */
export function currentState({ to }: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  // The start of the application is the dashboard.
  const shown = pathname === '/' ? '/dashboard' : pathname;
  if (shown === to) return 'page';
  return shown.startsWith(`${to}/`) ? 'true' : undefined;
}
