import { useQuery } from '@tanstack/react-query';
import {
  Bot,
  FileUp,
  KeyRound,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Settings,
  ShieldCheck,
  SquareTerminal,
  Sun,
  SunMoon,
  UserPlus,
} from 'lucide-react';
import { permits } from '#contract/base/permissions';
import { SETTINGS_SECTION_NAMES, SETTINGS_SECTIONS } from '#features/accounts/settings/sections.ts';
import { ADMIN_AREAS } from '#features/operator/admin/areas.ts';
import { DEVELOPER_AREAS } from '#features/operator/developer-tools/areas.ts';
import { loadTexts, useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth, usePermission } from '#lib/session/session';
import { useTheme } from '#theme/theme';
import { navigationFor } from './navigation';
import type { PaletteEntry } from './palette-entries';

/** Pages of the navigation and of its areas, and what can be done from anywhere, as far as the person may. */
export function usePaletteCommands(): readonly PaletteEntry[] {
  const { t } = useTexts();
  const { profile, account } = useAuth();
  const pages = navigationFor({ profile: profile.role, team: account.role }).map(({ to, name, icon }) => ({
    key: to,
    group: 'pages' as const,
    name: t(name),
    // People call a page as its address does, too: the inbox 'conversations'.
    keywords: to,
    Icon: icon,
    to,
  }));
  return [...pages, ...useAreaEntries(), ...useActions()];
}

/** Sections of the settings and pages of the administration, which stand in no navigation of their own. */
function useAreaEntries(): readonly PaletteEntry[] {
  const { t, language } = useTexts();
  const { profile, account } = useAuth();
  const mayAdminister = usePermission('platform.administer');
  // Their texts are those of their pages.
  const { isSuccess: hasTexts } = useQuery({
    queryKey: ['palette', 'texts', language, mayAdminister],
    queryFn: async () => {
      await loadTexts(mayAdminister ? ['settings', 'admin', 'developer'] : ['settings']);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!hasTexts) return [];
  const entryOf = (to: string, name: string, detail: string, Icon: LucideIcon): PaletteEntry => ({
    key: to,
    group: 'pages',
    name,
    detail,
    Icon,
    to,
    isHidden: true,
  });
  const sections = SETTINGS_SECTION_NAMES.filter((section) => {
    const permission = SETTINGS_SECTIONS[section];
    return permission === null || permits(permission, { profile: profile.role, team: account.role });
  }).map((section) =>
    entryOf(`/settings/${section}`, t(`settings:tabs.${section}`), t('common:nav.settings'), Settings),
  );
  if (!mayAdminister) return sections;
  return [
    ...sections,
    ...ADMIN_AREAS.map((area) =>
      entryOf(`/admin/${area}`, t(`admin:pages.${area}`), t('common:nav.admin'), ShieldCheck),
    ),
    ...DEVELOPER_AREAS.map((area) =>
      entryOf(
        `/developer-tools/${area}`,
        t(`developer:pages.${area}`),
        t('common:nav.developerTools'),
        SquareTerminal,
      ),
    ),
  ];
}

/** Bots among which a document's is chosen; of more it is looked for by its name. */
const MOST_BOTS = 20;
/** So many are listed before anything is typed. */
const FEW_BOTS = 6;

function useActions(): readonly PaletteEntry[] {
  const { t } = useTexts();
  const { signOut } = useAuth();
  const mayManageBots = usePermission('bots.manage');
  const mayInvite = usePermission('team.manage');
  const mayMakeKeys = usePermission('settings.edit');
  const mayUpload = usePermission('documents.manage');
  const { theme, setTheme } = useTheme();
  const bots = useQuery({
    queryKey: [...queryKeys.bots, 'palette'],
    queryFn: ({ signal }) => call('listBots', { query: { limit: MOST_BOTS }, signal }),
  });
  const items = bots.data?.items ?? [];
  const action = (entry: Pick<PaletteEntry, 'key' | 'name' | 'Icon'>) => ({
    group: 'actions' as const,
    ...entry,
  });
  const pathTo = (key: string, name: string, Icon: LucideIcon, to: string): PaletteEntry => ({
    ...action({ key, name, Icon }),
    to,
  });
  const looks = [
    { value: 'light', name: 'common:palette.light', Icon: Sun },
    { value: 'dark', name: 'common:palette.dark', Icon: Moon },
    { value: 'system', name: 'common:palette.system', Icon: SunMoon },
  ] as const;
  return [
    ...(mayManageBots
      ? [
          pathTo('bot', t('common:newBot'), Plus, '/bots/new'),
          pathTo('template', t('common:fromTemplate'), LayoutTemplate, '/templates'),
        ]
      : []),
    ...items.map(({ id, name }) => ({
      key: id,
      group: 'bots' as const,
      name,
      Icon: Bot,
      to: `/bots/${id}`,
      isHidden: items.length > FEW_BOTS,
    })),
    ...(mayUpload ? items : []).map(({ id, name }) => ({
      ...pathTo(`upload ${id}`, t('common:palette.upload'), FileUp, `/bots/${id}/knowledge#upload`),
      detail: name,
      isHidden: items.length > 1,
    })),
    ...(mayInvite ? [pathTo('invite', t('common:palette.invite'), UserPlus, '/team#invite')] : []),
    ...(mayMakeKeys ? [pathTo('key', t('common:palette.apiKey'), KeyRound, '/settings/api-keys#new')] : []),
    ...looks
      .filter(({ value }) => value !== theme)
      .map(({ value, name, Icon }) => ({
        ...action({ key: value, name: t(name), Icon }),
        run: () => setTheme(value),
      })),
    { ...action({ key: 'out', name: t('common:account.signOut'), Icon: LogOut }), run: () => void signOut() },
  ];
}
