import { Button } from '@aws-amplify/ui-react';
import { Bot, CheckCheck, Hand, RotateCcw } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { possibleConversationActions } from '../../../../../functions/contract/conversation-status';
import type { Conversation, ConversationAction } from '../../../../../functions/contract/inbox';
import { Breadcrumbs } from '../../../components/Breadcrumbs';
import { Clamp } from '../../../components/Clamp';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { LoadFailed } from '../../../components/errors/LoadFailed';
import { LinkButton } from '../../../components/LinkButton';
import { Skeleton } from '../../../components/Loading';
import { useTexts } from '../../../i18n';
import { formatDateTime } from '../../../i18n/format';
import { useAuth, usePermission } from '../../../lib/session';
import { useTitle } from '../../../lib/use-title';
import { useConversation, useConversationAction, useMarkRead } from '../hooks/useConversation';
import { useBotNames } from '../hooks/useConversations';
import { ConversationFacts } from './ConversationFacts';
import styles from './conversations.module.css';
import { ReplyBox } from './ReplyBox';
import { StatusOf } from './StatusOf';
import { Transcript } from './Transcript';

/** One conversation: what was said, who the visitor is, and a way to answer. */
export function ConversationPage() {
  const { t, language } = useTexts();
  const { conversationId = '' } = useParams();
  const { conversation, transcript } = useConversation(conversationId);
  const mayAnswer = usePermission('conversations.answer');
  const bots = useBotNames();
  const found = conversation.data;
  useMarkRead(found, transcript.data, mayAnswer);
  const name = found && (found.visitorName ?? t('conversations:visitor'));
  useTitle(name ?? t('common:nav.conversations'));
  const botName = bots.data?.find(({ id }) => id === found?.botId)?.name;
  return (
    <div>
      <Breadcrumbs
        trail={[{ to: '/conversations', name: t('common:nav.conversations') }]}
        here={name ?? '…'}
      />
      {conversation.isPending && <Skeleton label="loading:conversations" lines={5} />}
      {conversation.isError && !found && (
        <LoadFailed
          error={conversation.error}
          onRetry={() => void conversation.refetch()}
          text={t('conversations:missing')}
          action={<LinkButton to="/conversations">{t('conversations:toList')}</LinkButton>}
        />
      )}
      {found && (
        <>
          <header className={styles.head}>
            <div className={styles.headWords}>
              <h1>
                <Clamp text={name ?? ''} />
              </h1>
              <p className={styles.headMeta}>
                <StatusOf status={found.status} />
                <span>
                  {[botName, formatDateTime(found.startedAt, language)].filter(Boolean).join(' · ')}
                </span>
              </p>
            </div>
            {mayAnswer && <Actions conversation={found} />}
          </header>
          <div className={styles.parts}>
            <section className={styles.talk} aria-label={t('conversations:transcript')}>
              {transcript.isPending && <Skeleton label="loading:conversations" lines={4} />}
              {transcript.isError && !transcript.data && (
                <ErrorNotice error={transcript.error} onRetry={() => void transcript.refetch()} />
              )}
              {transcript.data && <Transcript conversation={found} messages={transcript.data} />}
              {mayAnswer ? (
                <ReplyBox key={found.id} conversation={found} />
              ) : (
                <p className={styles.note}>{t('conversations:readOnly')}</p>
              )}
            </section>
            <ConversationFacts conversation={found} />
          </div>
        </>
      )}
    </div>
  );
}

const ICONS = { take_over: Hand, hand_back: Bot, resolve: CheckCheck, reopen: RotateCcw } as const;

function Actions({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTexts();
  const act = useConversationAction(conversation.id);
  const isMine = conversation.assignee?.userId === useAuth().profile.id;
  const actions = possibleConversationActions(conversation.status).filter(
    (action) => action !== 'take_over' || conversation.status === 'active' || !isMine,
  );
  const main: ConversationAction = actions.includes('take_over') ? 'take_over' : 'resolve';
  return (
    <div className={styles.actions}>
      {actions.map((action) => {
        const Icon = ICONS[action];
        return (
          <Button
            key={action}
            size="small"
            {...(action === main && { variation: 'primary' as const })}
            isDisabled={act.isPending}
            onClick={() => act.mutate(action)}
          >
            <Icon size={17} aria-hidden="true" />
            {t(`conversations:actions.${action}`)}
          </Button>
        );
      })}
    </div>
  );
}
