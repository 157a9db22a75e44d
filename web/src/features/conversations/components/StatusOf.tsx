import type { ConversationStatus } from '../../../../../functions/contract/conversations';
import { StatusPill, type Tone } from '../../../components/StatusPill';
import { useTexts } from '../../../i18n';

const TONES: Record<ConversationStatus, Tone> = {
  active: 'good',
  escalated: 'warn',
  pending: 'neutral',
  resolved: 'neutral',
  ended: 'neutral',
};

export function StatusOf({ status }: { readonly status: ConversationStatus }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[status]}>{t(`conversations:status.${status}`)}</StatusPill>;
}
