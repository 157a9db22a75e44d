import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Clamp } from '#components/Clamp.tsx';
import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { useToast } from '#components/toasts.tsx';
import type { DeletedBot } from '#contract/bots/bots';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { useAdoptBot } from '../hooks/useBot';
import { deletedBotsQuery } from '../queries';
import styles from './bots.module.css';

/** Bots that were deleted and can still be brought back; nothing where there are none. */
export function DeletedBots() {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const deleted = useQuery({ ...deletedBotsQuery, enabled: mayManage });
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <section className={styles.deleted} aria-labelledby="deleted-bots">
      <h2 id="deleted-bots">{t('bots:deleted.title')}</h2>
      <ul className="divided">
        {deleted.data.map((bot) => (
          <DeletedRow key={bot.id} bot={bot} />
        ))}
      </ul>
    </section>
  );
}

function DeletedRow({ bot }: { readonly bot: DeletedBot }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast(bot.name);
  const adopt = useAdoptBot();
  const queryClient = useQueryClient();
  const restoration = useMutation({
    mutationFn: (asDraft: boolean) => call('restoreBot', { params: { botId: bot.id }, body: { asDraft } }),
    onSuccess: (restored, asDraft) => {
      adopt(restored);
      toast({
        kind: 'success',
        about: bot.name,
        text: t(asDraft ? 'bots:deleted.restoredDraft' : 'bots:deleted.restored'),
      });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      if (metLimit(error)) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      tellError(error);
    },
  });
  const limit = metLimit(restoration.error);
  return (
    <li className={`row broad apart ${styles.deletedRow}`} data-clamp-group>
      <div className="shrinks">
        <h3 className="text-m">
          <Clamp text={bot.name} />
        </h3>
        <p className="faint">{t('bots:deleted.until', { date: formatDate(bot.purgeAt, language) })}</p>
      </div>
      <Button
        size="small"
        aria-label={t('bots:deleted.restoreNamed', { name: bot.name })}
        isLoading={restoration.isPending}
        onClick={() => restoration.mutate(false)}
      >
        <RotateCcw size={16} aria-hidden="true" />
        {t('bots:deleted.restore')}
      </Button>
      {limit && (
        <div className={`shrinks ${styles.deletedLimit}`}>
          <PlanLimitNotice
            limit={limit}
            action={
              limit.resource === 'bots' && (
                <Button size="small" onClick={() => restoration.mutate(true)}>
                  {t('bots:deleted.asDraft')}
                </Button>
              )
            }
          />
        </div>
      )}
    </li>
  );
}
