import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/base/export-format';
import type { ConversationId } from '#contract/base/ids';
import { UNDO_SECONDS } from '#contract/base/undo';
import type { ActOnConversations, AssignTo } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { conversationKeys } from '../queries';

export type BulkAction = Exclude<ActOnConversations['action'], 'restore' | 'reopen'>;

interface Change {
  readonly ids: readonly string[];
  readonly action: ActOnConversations['action'];
  readonly to?: string;
}

/** What takes an action back, and what it is called. */
const BACK = {
  delete: { action: 'restore', label: 'conversations:bulk.undo' },
  resolve: { action: 'reopen', label: 'conversations:actions.reopen' },
} as const;

/** Does the same with several conversations, or with one, and says what came of it; what can be taken back is offered. */
export function useBulk(onDone: (action: BulkAction) => void = () => {}) {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: ({ ids, action, to }: Change) =>
      call('actOnConversations', {
        body: {
          ids: [...ids] as ConversationId[],
          action,
          ...(to !== undefined && { to: to as AssignTo }),
        },
      }),
    onSuccess: ({ items }, { action }) => {
      const done = items.filter(({ error }) => error === null).map(({ id }) => id);
      const refused = items.find(({ error }) => error !== null)?.error;
      for (const queryKey of [conversationKeys.lists, conversationKeys.desk])
        void queryClient.invalidateQueries({ queryKey });
      for (const id of done) {
        if (action === 'delete') queryClient.removeQueries({ queryKey: conversationKeys.one(id) });
        else void queryClient.invalidateQueries({ queryKey: conversationKeys.one(id) });
      }
      const back = action === 'delete' || action === 'resolve' ? BACK[action] : undefined;
      if (done.length > 0)
        toast({
          kind: 'success',
          text: t(`conversations:bulk.done.${action}`, { count: done.length }),
          ...(back && {
            action: {
              label: t(back.label),
              run: () => act.mutate({ ids: done, action: back.action }),
            },
            seconds: UNDO_SECONDS,
          }),
        });
      if (refused)
        toast({
          kind: 'error',
          text: `${t('conversations:bulk.refused', { count: items.length - done.length })} ${t(`errors:${refused}`)}`,
        });
      if (action !== 'restore' && action !== 'reopen') onDone(action);
    },
    onError: tellError,
  });
  return act;
}

interface Export {
  readonly format: ExportFormat;
  /** Whether it also has the team's notes. */
  readonly notes: boolean;
}

/** Each kind of file, without the team's notes and with them. */
export const EXPORTS: readonly Export[] = [false, true].flatMap((notes) =>
  EXPORT_FORMATS.map((format) => ({ format, notes })),
);

/** Saves a file of conversations. */
export function useExport() {
  const { language } = useTexts();
  const tellError = useErrorToast();
  return useMutation({
    mutationFn: ({ ids, format, notes }: { readonly ids: readonly string[] } & Export) =>
      call('exportConversations', {
        body: {
          ids: [...ids] as ConversationId[],
          format,
          language,
          notes,
        },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: tellError,
  });
}
