import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Bot } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { healthQuery } from '../queries';

/** The verdict that the dashboard gives of a bot: its gravest reason to worry, or that it is well. */
export function BotHealthLine({ bot }: { readonly bot: Pick<Bot, 'id'> }) {
  const { t } = useTexts();
  const health = useQuery(healthQuery);
  const reasons = health.data?.get(bot.id);
  if (!reasons) return null;
  const [gravest] = reasons;
  const Icon = gravest ? TriangleAlert : CircleCheck;
  return (
    <p className="muted line">
      <Icon size={16} className={gravest ? 'warning' : 'good'} aria-hidden="true" />
      {gravest ? t(`dashboard:reason.${gravest}.text`) : t('dashboard:health.well')}
    </p>
  );
}
