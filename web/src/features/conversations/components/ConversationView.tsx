import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Bot, CheckCheck, Hand, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { Clamp } from '#components/Clamp.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { possibleConversationActions } from '#contract/conversations/conversation-status';
import type { Conversation, ConversationAction } from '#contract/conversations/inbox';
import { OtherAccount } from '#features/accounts/components/OtherAccount.tsx';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { useAuth, usePermission } from '#lib/session/session';
import { useTitle } from '#lib/use-title';
import { useConversation, useConversationAction, useMarkRead } from '../hooks/useConversation';
import { usePresence } from '../hooks/usePresence';
import { useVisitorTyping } from '../hooks/useVisitorTyping';
import { botNamesQuery, timelineQuery } from '../queries';
import { AssignSelect } from './AssignSelect';
import { ConversationFacts } from './ConversationFacts';
import styles from './conversations.module.css';
import { MoreActions } from './MoreActions';
import { NoteBox } from './NoteBox';
import { ReplyBox } from './ReplyBox';
import { StatusOf } from './StatusOf';
import { Transcript } from './Transcript';

/** One conversation: what was said, who the visitor is, and a way to answer. */
export function ConversationView({ conversationId }: { readonly conversationId: string }) {
  const { t, language } = useTexts();
  const { search } = useLocation();
  const { conversation, transcript, older } = useConversation(conversationId);
  const mayAnswer = usePermission('conversations.answer');
  const bots = useQuery(botNamesQuery);
  const found = conversation.data;
  useMarkRead(found, transcript.data, mayAnswer);
  const timeline = useQuery(timelineQuery(conversationId));
  const [typing, setTyping] = useState(false);
  const [writes, setWrites] = useState<'reply' | 'note'>('reply');
  const others = usePresence(conversationId, typing, mayAnswer && found !== undefined);
  const visitorTypes = useVisitorTyping(conversationId, transcript.data?.at(-1)?.id);
  const name =
    found && (found.visitorName ?? t('conversations:visitorNumber', { number: found.visitorNumber }));
  useTitle(name ?? t('common:nav.conversations'));
  const botName = bots.data?.find(({ id }) => id === found?.botId)?.name;
  return (
    <div className={styles.view}>
      <Breadcrumbs
        trail={[{ to: `/conversations${search}`, name: t('common:nav.conversations') }]}
        here={name ?? '…'}
      />
      {conversation.isPending && <Skeleton label="loading:conversations" lines={5} />}
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
            <div className={styles.headWords}>
              <h1>
                <Clamp text={name ?? ''} />
              </h1>
              <p className={styles.headMeta}>
                <StatusOf conversation={found} />
                <span>
                  {[botName, formatDateTime(found.startedAt, language)].filter(Boolean).join(' · ')}
                </span>
              </p>
            </div>
            <Actions conversation={found} mayAnswer={mayAnswer} />
          </header>
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
          <div className={styles.parts}>
            <section className={styles.talk} aria-label={t('conversations:transcript')}>
              {transcript.isPending && <Skeleton label="loading:conversations" lines={4} />}
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
              {mayAnswer ? (
                <div className={styles.reply}>
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
            <ConversationFacts conversation={found} />
          </div>
        </>
      )}
    </div>
  );
}

const ICONS = { take_over: Hand, hand_back: Bot, resolve: CheckCheck, reopen: RotateCcw } as const;

function Actions({
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
  const main: ConversationAction = actions.includes('take_over') ? 'take_over' : 'resolve';
  return (
    <div className={styles.actions}>
      {(mayAnswer ? actions : []).map((action) => {
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
      {mayAnswer && <AssignSelect conversation={conversation} />}
      <MoreActions conversation={conversation} />
    </div>
  );
}
