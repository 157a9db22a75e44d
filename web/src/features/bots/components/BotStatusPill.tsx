import { type BotStatus, isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { StatusPill, type Tone } from '../../../components/StatusPill';

const TONES: Record<BotStatus, Tone> = {
  draft: 'neutral',
  training: 'busy',
  ready: 'neutral',
  active: 'good',
  inactive: 'warn',
  error: 'bad',
};

/**
 * Where a bot stands and, beside it, what keeps it from its visitors while it is on duty: that it is not public, or has
 * nothing to answer from. Its owner has to know all of it.
 */
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
      {bot.isHeldByPlan && <StatusPill tone="warn">{t('common:bot.heldByPlan')}</StatusPill>}
      {!bot.isShown && isDeployed(bot.status) && (
        <StatusPill tone="warn">{t('common:bot.notPublic')}</StatusPill>
      )}
      {!statusOnly && bot.documentCount === 0 && isDeployed(bot.status) && (
        <StatusPill tone="warn">{t('common:bot.noDocuments')}</StatusPill>
      )}
    </>
  );
}
