import { type BotStatus, isDeployed } from '../../../functions/contract/bot-status';
import type { Bot } from '../../../functions/contract/bots';
import { useTexts } from '../i18n';
import { StatusPill, type Tone } from './StatusPill';

const TONES: Record<BotStatus, Tone> = {
  draft: 'neutral',
  training: 'busy',
  ready: 'neutral',
  active: 'good',
  inactive: 'warn',
  error: 'bad',
};

export function BotStatusPill({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  // On duty, but with nothing to answer from: that is what its owner has to know.
  if (bot.documentCount === 0 && isDeployed(bot.status))
    return <StatusPill tone="warn">{t('common:bot.noDocuments')}</StatusPill>;
  return <StatusPill tone={TONES[bot.status]}>{t(`common:bot.status.${bot.status}`)}</StatusPill>;
}
