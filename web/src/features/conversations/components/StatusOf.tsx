import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { ConversationStatus } from '#contract/conversations/conversations';
import type { ConversationSummary } from '#contract/conversations/inbox';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';

const TONES: Record<ConversationStatus, Tone> = {
  active: 'good',
  escalated: 'warn',
  pending: 'neutral',
  resolved: 'neutral',
  ended: 'neutral',
};

/** Where a conversation stands; one that waits for a colleague names them. `known` is said by the list around it. */
export function StatusOf({
  conversation: { status, assignee, endedBecause },
  known,
}: {
  readonly conversation: Pick<ConversationSummary, 'status' | 'assignee' | 'endedBecause'>;
  readonly known?: ConversationStatus | undefined;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const isOthers = status === 'escalated' && assignee !== null && assignee.userId !== profile.id;
  if (status === known && !isOthers) return null;
  const isAbandoned = status === 'ended' && endedBecause === 'abandoned';
  return (
    <StatusPill tone={TONES[status]}>
      {isOthers
        ? t('conversations:waitingFor', { name: assignee.name })
        : t(`conversations:status.${isAbandoned ? 'abandoned' : status}`)}
    </StatusPill>
  );
}
