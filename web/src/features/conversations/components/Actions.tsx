import { Button } from '@aws-amplify/ui-react';
import { Bot, CheckCheck, Hand, RotateCcw } from 'lucide-react';
import type { MenuItem } from '#components/Menu.tsx';
import { possibleConversationActions } from '#contract/conversations/conversation-status';
import type { Conversation, ConversationAction } from '#contract/conversations/inbox';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useConversationAction } from '../hooks/useConversation';
import styles from './conversations.module.css';
import { MoreActions } from './MoreActions';

const ICONS = { take_over: Hand, hand_back: Bot, resolve: CheckCheck, reopen: RotateCcw } as const;

/** What is mostly done next as a button; the rest behind 'More'. */
export function Actions({
  conversation,
  mayAnswer,
}: {
  readonly conversation: Conversation;
  readonly mayAnswer: boolean;
}) {
  const { t } = useTexts();
  const act = useConversationAction(conversation);
  const isMine = conversation.assignee?.userId === useAuth().profile.id;
  const actions = possibleConversationActions(conversation.status).filter(
    (action) =>
      (action !== 'take_over' || conversation.status === 'active' || !isMine) &&
      // Nobody would read what is written then.
      (action !== 'reopen' || conversation.endedBecause !== 'bot_deleted'),
  );
  // A reply takes it over as well; from the bot one takes it without words.
  const wanted: ConversationAction = conversation.status === 'active' ? 'take_over' : 'resolve';
  const [main] = mayAnswer ? [...actions.filter((action) => action === wanted), ...actions] : [];
  const Icon = main && ICONS[main];
  const others = (mayAnswer ? actions : [])
    .filter((action) => action !== main)
    .map((action): MenuItem => {
      const OwnIcon = ICONS[action];
      return {
        name: t(`conversations:actions.${action}`),
        icon: <OwnIcon size={17} aria-hidden="true" />,
        run: () => act.mutate(action),
      };
    });
  return (
    <>
      {main && Icon && (
        <Button
          size="small"
          variation="primary"
          isDisabled={act.isPending}
          title={main === 'resolve' ? `${t('conversations:actions.resolve')} (E)` : ''}
          onClick={() => act.mutate(main)}
        >
          <Icon size={17} aria-hidden="true" />
          <span className={styles.actionName}>{t(`conversations:actions.${main}`)}</span>
          {main === 'resolve' && (
            <span className={styles.key} aria-hidden="true">
              E
            </span>
          )}
        </Button>
      )}
      <MoreActions conversation={conversation} actions={others} />
    </>
  );
}
