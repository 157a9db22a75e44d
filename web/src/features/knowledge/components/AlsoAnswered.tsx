import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { Unanswered } from '#contract/insight/unanswered';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import styles from './AlsoAnswered.module.css';

/** Says which open question a new pair has settled, and takes it back. */
export function AlsoAnswered({
  botId,
  group,
  onClose,
}: {
  readonly botId: string;
  readonly group: Unanswered;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () =>
      call('actOnUnanswered', { params: { botId, unansweredId: group.id }, body: { action: 'reopen' } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['unanswered', botId] });
      onClose();
    },
  });
  const { question, count } = group;
  return (
    <div className="stack">
      <p>{t('knowledge:faq.also', { count, number: formatNumber(count, language) })}</p>
      <blockquote className={styles.question}>{question}</blockquote>
      {undo.isError && <ErrorNotice error={undo.error} />}
      <div className="row end">
        <Button isLoading={undo.isPending} onClick={() => undo.mutate()}>
          {t('knowledge:faq.alsoUndo')}
        </Button>
        <Button variation="primary" isDisabled={undo.isPending} onClick={onClose} autoFocus>
          {t('knowledge:faq.alsoKeep')}
        </Button>
      </div>
    </div>
  );
}
