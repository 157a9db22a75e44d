import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnalyticsLayout, LayoutWidget } from '#contract/insight/analytics-layout';
import { errorCode } from '#lib/api-error';
import { layoutQuery, saveLayout } from '../queries';

type Widgets = readonly LayoutWidget[];

/** Steps that can be undone. */
const MOST_STEPS = 30;

/**
 * The widgets of a person's own dashboard. Each change is shown and saved at once, and can be undone step by step.
 * Where another window has saved meanwhile, what it saved is shown instead, and nothing of this window overwrites it.
 */
export function useBoard(stored: AnalyticsLayout) {
  const client = useQueryClient();
  const [widgets, setWidgets] = useState<Widgets>(stored.widgets);
  const [steps, setSteps] = useState<readonly Widgets[]>([]);
  /** Counts what other windows saved: a change that was made before it is not saved after it. */
  const generation = useRef(0);
  const save = useMutation({
    // One save after the other: each builds on the version that the one before made.
    scope: { id: 'analytics-layout' },
    mutationFn: async (next: { readonly widgets: Widgets; readonly generation: number }) => {
      const current = client.getQueryData(layoutQuery.queryKey) ?? stored;
      if (next.generation !== generation.current) return current;
      return saveLayout({ version: current.version, widgets: [...next.widgets] });
    },
    onSuccess: (saved) => {
      client.setQueryData(layoutQuery.queryKey, saved);
    },
    onError: async (error) => {
      if (errorCode(error) !== 'analytics.layout_conflict') return;
      generation.current += 1;
      const theirs = await client.fetchQuery({ ...layoutQuery, staleTime: 0 });
      setWidgets(theirs.widgets);
      setSteps([]);
    },
  });
  const show = (next: Widgets) => {
    setWidgets(next);
    save.mutate({ widgets: next, generation: generation.current });
  };
  const former = steps.at(-1);
  return {
    widgets,
    change(next: Widgets) {
      setSteps([...steps, widgets].slice(-MOST_STEPS));
      show(next);
    },
    /** Null where nothing has been changed. */
    undo: former
      ? () => {
          setSteps(steps.slice(0, -1));
          show(former);
        }
      : null,
    error: save.error,
    retry: () => show(widgets),
  };
}
