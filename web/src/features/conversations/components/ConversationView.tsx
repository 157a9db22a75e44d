import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { OtherAccount } from '#features/accounts/components/OtherAccount.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { usePermission } from '#lib/session/session';
import { useTitle } from '#lib/use-title';
import { useConversation, useMarkRead } from '../hooks/useConversation';
import { NAME, WRITE_NOTE } from '../hooks/useInboxKeys';
import { usePresence } from '../hooks/usePresence';
import { useVisitorTyping } from '../hooks/useVisitorTyping';
import { botNamesQuery, timelineQuery } from '../queries';
import { nameOf } from '../who';
import { Actions } from './Actions';
import { AssignSelect } from './AssignSelect';
import { ConversationFacts } from './ConversationFacts';
import styles from './conversations.module.css';
import { NoteBox } from './NoteBox';
import { ReplyBox } from './ReplyBox';
import { StatusOf } from './StatusOf';
import { Transcript } from './Transcript';

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
  const [typing, setTyping] = useState(false);
  const [writes, setWrites] = useState<'reply' | 'note'>('reply');
  const [isTold, setTold] = useState(false);
  const others = usePresence(conversationId, typing, mayAnswer && found !== undefined);
  const visitorTypes = useVisitorTyping(conversationId, transcript.data?.at(-1)?.id);
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
              className={styles.back}
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
                className={styles.tool}
                data-facts="true"
                aria-label={t('conversations:facts.label')}
                title={t('conversations:facts.label')}
                onClick={() => setTold(true)}
              >
                <Info size={18} aria-hidden="true" />
              </button>
            </div>
          </header>
          <div className={styles.parts}>
            <section className={styles.talk} aria-label={t('conversations:transcript')}>
              {transcript.isPending && <Skeleton label="loading:conversations" lines={5} shape="talk" />}
              {transcript.isError && !transcript.data && (
                <ErrorNotice error={transcript.error} onRetry={() => void transcript.refetch()} />
              )}
              {transcript.data && (
                <Transcript
                  conversation={found}
                  messages={transcript.data}
                  timeline={timeline.data ?? []}
                  older={older}
                />
              )}
              {found.endedBecause && (
                <p className={styles.note}>{t(`conversations:endedBecause.${found.endedBecause}`)}</p>
              )}
              {(others.length > 0 || visitorTypes) && (
                <p className={styles.presence} role="status">
                  {visitorTypes && `${t('conversations:presence.visitor', { name: name ?? '' })} `}
                  {others
                    .map((other) =>
                      t(other.typing ? 'conversations:presence.typing' : 'conversations:presence.here', {
                        name: other.name,
                      }),
                    )
                    .join(' ')}
                </p>
              )}
              {mayAnswer ? (
                <div className={styles.reply}>
                  <div className={styles.kinds} {...{ [WRITE_NOTE]: '' }}>
                    <Segmented
                      label={t('conversations:notes.choose')}
                      labelHidden
                      value={writes}
                      options={[
                        { value: 'reply', label: t('conversations:notes.reply') },
                        { value: 'note', label: t('conversations:notes.note') },
                      ]}
                      onChange={setWrites}
                    />
                  </div>
                  {/* Both stay: what was begun in one is there when the other is done. */}
                  <div hidden={writes !== 'reply'}>
                    <ReplyBox
                      conversation={found}
                      botName={botName ?? ''}
                      lastMessage={transcript.data?.at(-1)?.id}
                      onTyping={setTyping}
                    />
                  </div>
                  <div hidden={writes !== 'note'}>
                    <NoteBox conversationId={found.id} />
                  </div>
                </div>
              ) : (
                <p className={styles.note}>{t('conversations:readOnly')}</p>
              )}
            </section>
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
