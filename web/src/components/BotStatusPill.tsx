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

/** Where a bot stands and, beside it, that it has nothing to answer from while it is on duty: its owner has to know both. */
export function BotStatusPill({
  bot,
  statusOnly = false,
}: {
  readonly bot: Bot;
  /** Where the rest is said beside it. */
  readonly statusOnly?: boolean;
}) {
  const { t } = useTexts();
  return (
    <>
      <StatusPill tone={TONES[bot.status]}>{t(`common:bot.status.${bot.status}`)}</StatusPill>
      {!statusOnly && bot.documentCount === 0 && isDeployed(bot.status) && (
        <StatusPill tone="warn">{t('common:bot.noDocuments')}</StatusPill>
      )}
    </>
  );
}
