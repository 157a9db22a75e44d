import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import type { ActOnSchedule, ReportSchedule } from '#contract/insight/reports';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { actOnSchedule, deleteSchedule, schedulesQuery } from '../queries';

/** What can be done with a scheduled report. `onDone` is called once something was done that leaves it there. */
export function useScheduleActions({ id, content }: ReportSchedule, onDone: () => void) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { email } = useAuth().profile;
  const reload = () => queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  const onError = useErrorToast();
  const act = useMutation({
    mutationFn: (body: ActOnSchedule) => actOnSchedule(id, body),
    onSuccess: async (_, { action }) => {
      onDone();
      await reload();
      if (action === 'send_now')
        toast({ kind: 'success', about: content.title, text: t('reports:schedules.sending') });
      if (action === 'send_copy')
        toast({ kind: 'success', about: content.title, text: t('reports:schedules.copying', { email }) });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => deleteSchedule(id),
    onSuccess: reload,
    onError,
  });
  return { act, remove };
}
