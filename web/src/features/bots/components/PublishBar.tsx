import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef } from 'react';
import { LinkButton } from '#components/LinkButton.tsx';
import { PlanLimitDialog } from '#components/plan-limit/PlanLimitDialog.tsx';
import type { BotAction } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { usePermission } from '#lib/session/session';
import { useBotAction } from '../hooks/useBotAction';
import styles from './settings.module.css';

/** Whether visitors see the bot as it is here, and the one step that is missing. */
export function PublishBar({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const action = useBotAction(bot);
  const state = stateOf(bot);
  const isGone = state === null;
  const wasPressed = useRef(false);
  // With the bar its button goes, and whoever pressed it by keyboard would be nowhere: they go on from the page's title.
  useEffect(() => {
    if (!isGone || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isGone]);
  if (state === null) return null;
  return (
    <div className={`framed row apart loose ${styles.bar}`} data-changes={state.step === 'publish'}>
      <p>{t(state.text)}</p>
      {mayManage && (
        <div className="row">
          {state.step === 'publish' && (
            <LinkButton to={`/bots/${bot.id}/settings?tab=deployment`} size="small">
              {t('bots:publish.compare')}
            </LinkButton>
          )}
          <Button
            size="small"
            variation="primary"
            isDisabled={action.waits(state.step)}
            isLoading={action.isPending}
            loadingText={action.nameOf(state.step)}
            onClick={() => {
              wasPressed.current = true;
              void action.act(state.step);
            }}
          >
            {action.nameOf(state.step)}
          </Button>
        </div>
      )}
      {action.limit && <PlanLimitDialog limit={action.limit} onClose={action.forgetLimit} />}
    </div>
  );
}

function stateOf(bot: Bot): { readonly text: TranslationKey; readonly step: BotAction } | null {
  switch (bot.status) {
    case 'draft':
    case 'ready':
    case 'error':
      return { text: bot.isHeldByPlan ? 'bots:held.text' : 'bots:publish.notLive', step: 'deploy' };
    case 'inactive':
      return { text: 'bots:publish.paused', step: 'activate' };
    case 'active':
      return bot.hasUnpublishedChanges ? { text: 'bots:publish.changes', step: 'publish' } : null;
    case 'training':
      return null;
  }
}
