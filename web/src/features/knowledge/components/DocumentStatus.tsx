import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { DocumentStatus as Status } from '#contract/knowledge/documents';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';

/** `waiting`: its pages are read when the bot is to read pictures. */
export type ShownStatus = Status | 'interrupted' | 'waiting';

const TONES: Record<ShownStatus, Tone> = {
  pending: 'busy',
  uploading: 'busy',
  processing: 'busy',
  success: 'good',
  completed: 'good',
  failed: 'bad',
  interrupted: 'bad',
  waiting: 'warn',
};
const STATUSES: Record<ShownStatus, TranslationKey> = {
  pending: 'knowledge:status.pending',
  uploading: 'knowledge:status.uploading',
  processing: 'knowledge:status.processing',
  success: 'knowledge:status.success',
  completed: 'knowledge:status.completed',
  failed: 'knowledge:status.failed',
  interrupted: 'knowledge:status.interrupted',
  waiting: 'knowledge:status.waiting',
};

export function DocumentStatus({ status }: { readonly status: ShownStatus }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[status]}>{t(STATUSES[status])}</StatusPill>;
}
