import { useState } from 'react';
import type { ConversationSummary } from '#contract/conversations/inbox';

/** Which conversations of a list are marked, to be changed together; `ids` are those of them that are shown. */
export function useMarked(shown: readonly ConversationSummary[] | undefined) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  return {
    marked,
    ids: (shown ?? []).filter(({ id }) => marked.has(id)).map(({ id }) => id),
    mark(id: string, isMarked: boolean) {
      setMarked(new Set(isMarked ? [...marked, id] : [...marked].filter((other) => other !== id)));
    },
    markOnly(ids: readonly string[]) {
      setMarked(new Set(ids));
    },
  };
}
