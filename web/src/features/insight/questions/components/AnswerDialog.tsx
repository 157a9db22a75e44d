import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '#components/Dialog.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Unanswered, UnansweredState } from '#contract/insight/unanswered';
import { FAQ_LIMITS, type WriteFaq } from '#contract/knowledge/faqs';
import { FaqForm } from '#features/knowledge/components/FaqForm.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { usePutUnanswered } from '../hooks/useUnanswered';
import styles from './questions.module.css';

/** The question as it was asked, to be put better, and the answer to it. */
export function AnswerDialog({
  botId,
  group,
  listed,
  onClose,
}: {
  readonly botId: string;
  readonly group: Unanswered;
  readonly listed: UnansweredState;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const put = usePutUnanswered(botId, listed);
  const saving = useMutation({
    mutationFn: (faq: WriteFaq) =>
      call('answerUnanswered', { params: { botId, unansweredId: group.id }, body: faq }),
    onSuccess: ({ faq, unanswered }) => {
      put(unanswered);
      for (const queryKey of [
        queryKeys.documents(botId),
        queryKeys.bot(botId),
        queryKeys.bots,
        queryKeys.me,
        queryKeys.goldenSet(botId),
      ])
        void queryClient.invalidateQueries({ queryKey });
      toast({ kind: 'success', about: faq.question, text: t('questions:answer.done') });
      onClose();
    },
  });
  const others = group.examples.filter(({ question }) => question !== group.question);
  return (
    <Dialog title={t('questions:answer.title')} onClose={onClose}>
      {others.length > 0 && (
        <div className={styles.others}>
          <p className="faint long">{t('questions:answer.others')}</p>
          <ul lang={group.language}>
            {others.map(({ messageId, question }) => (
              <li key={messageId}>{question}</li>
            ))}
          </ul>
        </div>
      )}
      <FaqForm
        initial={{ question: group.question.slice(0, FAQ_LIMITS.question) }}
        categories={[]}
        busy={saving.isPending}
        error={saving.error}
        onSave={saving.mutateAsync}
        onCancel={onClose}
      />
    </Dialog>
  );
}
