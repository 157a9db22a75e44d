import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useToast } from '#components/toasts.tsx';
import { ALPHA } from '#contract/accounts/alpha';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { queryKeys } from '#lib/query-keys';
import { useErrorToast } from '#lib/use-error-toast';
import { claimAlphaTrial } from '../queries';

/** Takes the trial that the alpha programme promises. The server gives it once. */
export function ClaimAlphaTrial() {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const show = useToast();
  const tellError = useErrorToast();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.me }),
      queryClient.invalidateQueries({ queryKey: queryKeys.dashboard }),
    ]);
  const claim = useMutation({
    mutationFn: claimAlphaTrial,
    onSuccess: ({ trialEndsAt }) => {
      show({
        kind: 'success',
        text: t('dashboard:alpha.claimed', { date: formatDate(trialEndsAt, language) }),
      });
    },
    onError: tellError,
    onSettled: refresh,
  });
  return (
    <Button size="small" variation="primary" isLoading={claim.isPending} onClick={() => claim.mutate()}>
      <Gift size={16} aria-hidden="true" />
      {t('dashboard:alpha.claim', { months: ALPHA.trialMonths })}
    </Button>
  );
}
