import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { DeletedBot } from '../../../../../functions/contract/bots';
import { Clamp } from '../../../components/Clamp';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { formatDate } from '../../../i18n/format';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { usePermission } from '../../../lib/session';
import { restoreBot } from '../api/restore-bot';
import { useAdoptBot } from '../hooks/useBot';
import { useDeletedBots } from '../hooks/useBots';
import styles from './bots.module.css';

/** Bots that were deleted and can still be brought back; nothing where there are none. */
export function DeletedBots() {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const deleted = useDeletedBots({ enabled: mayManage });
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <section className={styles.deleted} aria-labelledby="deleted-bots">
      <h2 id="deleted-bots">{t('bots:deleted.title')}</h2>
      <ul>
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
  const adopt = useAdoptBot();
  const queryClient = useQueryClient();
  const restoration = useMutation({
    mutationFn: () => restoreBot(bot.id),
    onSuccess: (restored) => {
      adopt(restored);
      toast({ kind: 'success', about: bot.name, text: t('bots:deleted.restored') });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      toast({ kind: 'error', about: bot.name, text: t(`errors:${errorCode(error)}`) });
    },
  });
  return (
    <li className={styles.deletedRow} data-clamp-group>
      <div>
        <h3>
          <Clamp text={bot.name} />
        </h3>
        <p className={styles.small}>{t('bots:deleted.until', { date: formatDate(bot.purgeAt, language) })}</p>
      </div>
      <Button
        size="small"
        aria-label={t('bots:deleted.restoreNamed', { name: bot.name })}
        isLoading={restoration.isPending}
        onClick={() => restoration.mutate()}
      >
        <RotateCcw size={16} aria-hidden="true" />
        {t('bots:deleted.restore')}
      </Button>
    </li>
  );
}
