import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSummary } from '#contract/conversations/inbox';
import { conversationQuery } from '../queries';

interface Kept {
  readonly shown: readonly ConversationSummary[] | undefined;
  /** The one that is open and that the filter would not find any more; null where there is none. */
  readonly unmatched: string | null;
}

/**
 * The list with the conversation that is open in its place, also when work on it took it out of the filter: who took
 * over one of the active goes on from there. What is gone altogether, and what was never in this list, is not kept.
 *
 * `list` names the filter: a list of another begins anew.
 */
export function useKeptOpen(
  shown: readonly ConversationSummary[] | undefined,
  open: string,
  list: string,
): Kept {
  const [last, setLast] = useState({ list, open: '', place: -1 });
  const { data, isError } = useQuery({ ...conversationQuery(open), enabled: open !== '' });
  if (!shown || open === '') return { shown, unmatched: null };
  const place = shown.findIndex(({ id }) => id === open);
  if (place >= 0 && (last.list !== list || last.open !== open || last.place !== place))
    setLast({ list, open, place });
  if (place >= 0 || !data || isError || last.open !== open || last.list !== list)
    return { shown, unmatched: null };
  return { shown: shown.toSpliced(Math.min(last.place, shown.length), 0, data), unmatched: open };
}
