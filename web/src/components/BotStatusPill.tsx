import type { Bot, BotStatus } from '../../../functions/contract/bots';
import { useTexts } from '../i18n';
import { StatusPill, type Tone } from './StatusPill';

const TONES: Record<BotStatus, Tone> = {
  draft: 'neutral',
  training: 'busy',
  ready: 'good',
  active: 'good',
  inactive: 'neutral',
  error: 'bad',
};

export function BotStatusPill({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  // On duty, but with nothing to answer from: that is what its owner has to know.
  if (bot.documentCount === 0 && bot.status !== 'error')
    return <StatusPill tone="warn">{t('common:bot.noDocuments')}</StatusPill>;
  return <StatusPill tone={TONES[bot.status]}>{t(`common:bot.status.${bot.status}`)}</StatusPill>;
}
