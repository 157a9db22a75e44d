import { useQuery } from '@tanstack/react-query';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { underWayQuery } from '../queries';

/** How many conversations end with the bot; nothing for one that visitors do not have. */
export function UnderWay({ bot }: { readonly bot: Bot }) {
  const { t, language } = useTexts();
  const isLive = isDeployed(bot.status);
  const { data, isError } = useQuery({ ...underWayQuery(bot.id), enabled: isLive });
  if (!isLive) return null;
  if (isError) return t('bots:underWay.unknown');
  if (!data) return '…';
  const { count, isMore } = data;
  if (count === 0) return t('bots:underWay.none');
  const number = formatNumber(count, language);
  return isMore ? t('bots:underWay.more', { number }) : t('bots:underWay.some', { count, number });
}
