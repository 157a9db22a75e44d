import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import type { Site, SiteSchedule } from '#contract/knowledge/sites';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { removeSite } from '../api/remove-site';
import { knowledgeKeys } from '../queries';

/** What can be done with a website. `onRemoved` is called when its removal has begun, or was refused. */
export function useSiteActions({ botId, id, url }: Site, onRemoved: () => void) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sites(botId) });
  const failed = useErrorToast(url);
  const syncing = useMutation({
    mutationFn: () => call('syncSite', { params: { botId, siteId: id } }),
    onError: failed,
    onSettled: readAgain,
  });
  const scheduling = useMutation({
    mutationFn: (schedule: SiteSchedule) =>
      call('updateSite', { params: { botId, siteId: id }, body: { schedule } }),
    onSuccess: () => toast({ kind: 'success', about: url, text: t('sites:scheduled') }),
    onError: failed,
    onSettled: readAgain,
  });
  const removal = useMutation({
    mutationFn: () => removeSite(botId, id),
    onError: failed,
    onSettled: () => {
      onRemoved();
      readAgain();
    },
  });
  return { syncing, scheduling, removal };
}
