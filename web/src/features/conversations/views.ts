import type { ConversationStatus } from '#contract/conversations/conversation-status';

/** What of the inbox is shown: those who wait, what is one's own, what is nobody's, what the bot has, or everything. */
export const VIEWS = ['waiting', 'mine', 'unassigned', 'bot', 'all'] as const;
export type View = (typeof VIEWS)[number];
/** Those that are read together: whom people talk to. */
export type DeskView = 'waiting' | 'mine' | 'unassigned';

export function isDeskView(view: View): view is DeskView {
  return view === 'waiting' || view === 'mine' || view === 'unassigned';
}

/** The status that all of a view have, where they have one. */
export function statusIn(view: View): ConversationStatus | undefined {
  return view === 'waiting' ? 'escalated' : view === 'bot' ? 'active' : undefined;
}
