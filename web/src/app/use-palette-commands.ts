import { LayoutTemplate, LogOut, Moon, Plus, Sun, UserPlus } from 'lucide-react';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session';
import { useTheme } from '#theme/theme';
import { navigationFor } from './navigation';
import type { PaletteEntry } from './palette-entries';

/** Pages of the navigation and what can be done from anywhere, as far as the person may. */
export function usePaletteCommands(): readonly PaletteEntry[] {
  const { t } = useTexts();
  const { profile, account, signOut } = useAuth();
  const mayManageBots = usePermission('bots.manage');
  const mayInvite = usePermission('team.manage');
  const { setTheme } = useTheme();
  const pages = navigationFor({ profile: profile.role, team: account.role }).map(({ to, name, icon }) => ({
    key: to,
    group: 'pages' as const,
    name: t(name),
    Icon: icon,
    to,
  }));
  const action = (entry: Pick<PaletteEntry, 'key' | 'name' | 'Icon'>) => ({
    group: 'actions' as const,
    ...entry,
  });
  return [
    ...pages,
    ...(mayManageBots
      ? [
          { ...action({ key: 'bot', name: t('common:newBot'), Icon: Plus }), to: '/bots/new' },
          {
            ...action({ key: 'template', name: t('common:fromTemplate'), Icon: LayoutTemplate }),
            to: '/templates',
          },
        ]
      : []),
    ...(mayInvite
      ? [{ ...action({ key: 'invite', name: t('common:palette.invite'), Icon: UserPlus }), to: '/team' }]
      : []),
    { ...action({ key: 'light', name: t('common:palette.light'), Icon: Sun }), run: () => setTheme('light') },
    { ...action({ key: 'dark', name: t('common:palette.dark'), Icon: Moon }), run: () => setTheme('dark') },
    {
      ...action({ key: 'out', name: t('common:account.signOut'), Icon: LogOut }),
      run: () => void signOut(),
    },
  ];
}
