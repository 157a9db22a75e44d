import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Dialog } from '#components/Dialog.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { OtherAccount } from '#features/accounts/components/OtherAccount.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { usePermission } from '#lib/session/session';
import { useTitle } from '#lib/use-title';
import { useConversation, useMarkRead } from '../hooks/useConversation';
import { NAME } from '../hooks/useInboxKeys';
import { botNamesQuery, timelineQuery } from '../queries';
import { nameOf } from '../who';
import { Actions } from './Actions';
import { AssignSelect } from './AssignSelect';
import { ConversationFacts } from './ConversationFacts';
import { ConversationTalk } from './ConversationTalk';
import styles from './conversations.module.css';
import { StatusOf } from './StatusOf';

/** One conversation: what was said, who the visitor is, and a way to answer. */
export function ConversationView({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTexts();
  const { search } = useLocation();
  const { conversation, transcript, older } = useConversation(conversationId);
  const mayAnswer = usePermission('conversations.answer');
  const bots = useQuery(botNamesQuery);
  const found = conversation.data;
  useMarkRead(found, transcript.data, mayAnswer);
  const timeline = useQuery(timelineQuery(conversationId));
  const [isTold, setTold] = useState(false);
  const name = found && nameOf(found, t);
  useTitle(name ?? t('common:nav.conversations'));
  const heading = useWorkFocus(found !== undefined);
  const botName = bots.data?.find(({ id }) => id === found?.botId)?.name;
  return (
    <div className={styles.view}>
      {conversation.isPending && <Skeleton label="loading:conversations" lines={5} shape="talk" />}
      {conversation.isError && !found && (
        <OtherAccount
          id={conversationId}
          find={(account) => call('getConversation', { params: { conversationId }, account })}
          isMissing={errorCode(conversation.error) === 'conversation.not_found'}
        >
          <LoadFailed
            error={conversation.error}
            onRetry={() => void conversation.refetch()}
            text={t('conversations:missing')}
            action={<LinkButton to="/conversations">{t('conversations:toList')}</LinkButton>}
          />
        </OtherAccount>
      )}
      {found && (
        <>
          <header className={styles.head}>
            <Link
              to={{ pathname: '/conversations', search }}
              className={`pressable ${styles.back}`}
              aria-label={t('conversations:toList')}
            >
              <ArrowLeft size={20} aria-hidden="true" />
            </Link>
            <h1 ref={heading} tabIndex={-1} title={name} {...{ [NAME]: '' }}>
              {name}
            </h1>
            <span className={styles.standing}>
              <StatusOf conversation={found} />
            </span>
            <div className={styles.actions}>
              {mayAnswer && <AssignSelect conversation={found} />}
              <Actions conversation={found} mayAnswer={mayAnswer} />
              <button
                type="button"
                className={`pressable ${styles.tool}`}
                data-facts="true"
                aria-label={t('conversations:facts.label')}
                title={t('conversations:facts.label')}
                onClick={() => setTold(true)}
              >
                <Info size={18} aria-hidden="true" />
              </button>
            </div>
          </header>
          <div className={`stack ${styles.parts}`}>
            <ConversationTalk
              conversation={found}
              transcript={transcript}
              older={older}
              timeline={timeline.data ?? []}
              name={name ?? ''}
              botName={botName ?? ''}
              mayAnswer={mayAnswer}
            />
            <ConversationFacts conversation={found} botName={botName} />
          </div>
          {isTold && (
            <Dialog title={t('conversations:facts.label')} size="small" onClose={() => setTold(false)}>
              <ConversationFacts conversation={found} botName={botName} />
            </Dialog>
          )}
        </>
      )}
    </div>
  );
}

/**
 * Where what was pressed is gone with the page before, work goes on at the name of this one: from there keys lead to the
 * reply and to the next conversation.
 */
function useWorkFocus(isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isShown) return;
    // After the frame around the page has had its say.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement?.id === 'main';
      if (isLost) heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isShown]);
  return heading;
}
