import type { TimelineEntry } from '#contract/conversations/inbox-work';

/** What was done before each message, and after the last. */
export interface TimelinePlaces {
  readonly before: readonly (readonly TimelineEntry[])[];
  readonly after: readonly TimelineEntry[];
}

/**
 * Where each entry of a timeline stands among the messages: before the first that was said later. Messages are in the
 * order in which they came, and the clocks of the servers that took them may differ by a little: each entry stands in one place all the same.
 * Entries from before the first message are left out where others come before that one.
 */
export function placesOf(
  messages: readonly { readonly createdAt: string }[],
  timeline: readonly TimelineEntry[],
  isWhole: boolean,
): TimelinePlaces {
  const [first] = messages;
  const entries = isWhole || !first ? timeline : timeline.filter(({ at }) => at > first.createdAt);
  let rest = entries;
  const before = messages.map(({ createdAt }) => {
    const done = rest.filter(({ at }) => at <= createdAt);
    rest = rest.filter(({ at }) => at > createdAt);
    return done;
  });
  return { before, after: rest };
}
