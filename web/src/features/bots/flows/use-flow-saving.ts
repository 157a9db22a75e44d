import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClearToasts, useToast } from '#components/toasts.tsx';
import type { Bot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import { runs } from '#core/bots/flow/check';
import { isSame } from '#features/bots/is-same.ts';
import { useOfferToSave } from '#features/bots/unsaved-draft.ts';
import { useConflicts } from '#features/bots/use-conflicts.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useSingleFlight } from '#lib/use-single-flight';
import { type FlowConflict, mergeFlows, takeTheirs } from './merge-flows';
import { saveUnlessTheirs } from './save-unless-theirs';

/**
 * Saves a flow as it is shown, and merges what others saved meanwhile; where both changed the same, it asks which to
 * take.
 */
export function useFlowSaving(bot: Bot, stored: Flow | null, change: (next: Flow | null) => void) {
  const { t } = useTexts();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const queryClient = useQueryClient();
  /** The bot that the edits are based on: a refetch in the background doesn't change the ground. */
  const [base, setBase] = useState(bot);
  const isDirty = useMemo(() => !isSame(stored, base.flow), [stored, base]);
  const { theirs, setTheirs, ...conflicts } = useConflicts<Flow | null, FlowConflict>(isDirty);

  /** Shows what is stored with the changes that were made to `from` meanwhile: a save may take long, and one goes on. */
  const rebase = (from: Flow | null, current: Bot) => {
    const { merged, conflicts } = mergeFlows(from, stored, current.flow);
    if (!isSame(merged, stored)) change(merged);
    setBase(current);
    queryClient.setQueryData(queryKeys.bot(current.id), current);
    void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
    return { stored: current.flow, conflicts };
  };
  const save = useMutation({
    mutationFn: async () => ({
      sent: stored,
      outcome: await saveUnlessTheirs(base, stored, (change) =>
        call('updateBot', { params: { botId: base.id }, body: change }),
      ),
    }),
    onSuccess: ({ sent, outcome }) => {
      if ('current' in outcome) return setTheirs(rebase(base.flow, outcome.current));
      const found = rebase(sent, outcome.saved);
      setTheirs(found.conflicts.length > 0 ? found : null);
    },
  });
  const submit = useSingleFlight(async () => {
    clearToasts();
    // What fails is said by the bar.
    const saved = await save.mutateAsync().catch(() => null);
    if (!saved || 'current' in saved.outcome) return;
    toast({
      kind: 'success',
      text: [
        t(
          saved.sent !== null && saved.sent.steps.length > 0 && !runs(saved.sent)
            ? 'templates:flow.savedNotRunning'
            : 'templates:flow.saved',
        ),
        ...(saved.outcome.merged ? [t('bots:settings.savedMerged')] : []),
      ].join(' '),
    });
  });
  useOfferToSave('flow', isDirty, conflicts.count > 0, async () => {
    if (conflicts.count > 0) {
      conflicts.show();
      return 'refused';
    }
    return save.mutateAsync().then(
      ({ outcome }) => {
        if ('current' in outcome) return 'refused';
        return outcome.hasMore ? 'merged' : 'saved';
      },
      () => 'refused',
    );
  });
  return {
    isDirty,
    theirs,
    conflicts,
    takeTheirs(conflict: FlowConflict) {
      if (theirs) change(takeTheirs(stored, theirs.stored, conflict));
      conflicts.decided(conflict);
    },
    submit,
    isSaving: save.isPending,
    failure: save.error,
    discard() {
      change(base.flow);
      setTheirs(null);
      save.reset();
    },
  };
}
