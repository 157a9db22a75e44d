import {
  CirclePause,
  CirclePlay,
  CirclePower,
  Copy,
  FolderOpen,
  MessageCircle,
  PencilLine,
  RefreshCw,
  Rocket,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { PlanLimitDialog } from '#components/plan-limit/PlanLimitDialog.tsx';
import { type BotAction, possibleActions } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useBotAction } from '../hooks/useBotAction';
import { UnderWay } from './UnderWay';

const DeleteBotDialog = lazy(async () => ({ default: (await import('./DeleteBotDialog')).DeleteBotDialog }));
const DuplicateBotDialog = lazy(async () => ({
  default: (await import('./DuplicateBotDialog')).DuplicateBotDialog,
}));

/** In the order of the menu. */
const ACTIONS = [
  'deploy',
  'publish',
  'activate',
  'deactivate',
  'train',
  'retrain',
  'undeploy',
  'unpublish',
] as const;
const ICONS: Readonly<Record<BotAction, typeof Rocket>> = {
  deploy: Rocket,
  publish: Upload,
  activate: CirclePlay,
  deactivate: CirclePause,
  train: RefreshCw,
  retrain: RefreshCw,
  undeploy: CirclePower,
  unpublish: Undo2,
};

/** Everything that can be done with a bot in its present state. */
export function BotMenu({ bot, isOnItsPage = false }: { readonly bot: Bot; readonly isOnItsPage?: boolean }) {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const action = useBotAction(bot);
  const [asked, setAsked] = useState<'undeploy' | 'unpublish' | 'duplicate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const possible = possibleActions(bot.status);
  const offered = ACTIONS.filter((name) => {
    // Nothing to read, nothing to publish: it would change nothing.
    if (name === 'publish') return possible.includes(name) && bot.hasUnpublishedChanges;
    if (name === 'train' || name === 'retrain') {
      const hasDocuments = bot.documentCount + bot.failedDocumentCount > 0;
      // Both where it was trained before: again is what it is.
      const isDouble = name === 'train' && possible.includes('retrain');
      return possible.includes(name) && hasDocuments && bot.trainingStep === null && !isDouble;
    }
    return possible.includes(name);
  });
  const items: readonly MenuItem[] = [
    ...(isOnItsPage
      ? []
      : [
          item(t('bots:menu.open'), FolderOpen, `/bots/${bot.id}`),
          item(t('bots:menu.test'), MessageCircle, `/bots/${bot.id}#try`),
        ]),
    ...(mayManage
      ? [
          ...(isOnItsPage ? [] : [item(t('bots:menu.edit'), PencilLine, `/bots/${bot.id}/settings`)]),
          ...offered.map((name) =>
            item(action.nameOf(name), ICONS[name], () =>
              name === 'undeploy' || name === 'unpublish' ? setAsked(name) : void action.act(name),
            ),
          ),
          item(t('bots:menu.duplicate'), Copy, () => setAsked('duplicate')),
          { ...item(t('bots:menu.delete'), Trash2, () => setAsked('delete')), danger: true },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('bots:menu.label', { name: bot.name })} items={items} />
      {(asked === 'undeploy' || asked === 'unpublish') && (
        <ConfirmDialog
          title={t(`bots:confirm.${asked}.title`)}
          about={bot.name}
          confirmLabel={t(`bots:confirm.${asked}.action`)}
          busy={action.isPending}
          onConfirm={() => void action.act(asked).then(close)}
          onCancel={close}
        >
          {t(`bots:confirm.${asked}.text`)} <UnderWay bot={bot} />
        </ConfirmDialog>
      )}
      {action.limit && <PlanLimitDialog limit={action.limit} onClose={action.forgetLimit} />}
      <Suspense fallback={null}>
        {asked === 'duplicate' && <DuplicateBotDialog bot={bot} onClose={close} />}
        {asked === 'delete' && <DeleteBotDialog bot={bot} onClose={close} />}
      </Suspense>
    </>
  );
}

function item(name: string, Icon: typeof Rocket, run: MenuItem['run']): MenuItem {
  return { name, run, icon: <Icon size={17} aria-hidden="true" /> };
}
