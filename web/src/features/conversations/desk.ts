import type { ConversationSummary, ConversationsWithPeople } from '#contract/conversations/inbox';
import { type ConversationFilter, daysFit } from './filter';

/** What of the inbox is shown: those who wait, what is one's own, what is nobody's, what the bot has, or everything. */
export const VIEWS = ['waiting', 'mine', 'unassigned', 'bot', 'all'] as const;
export type View = (typeof VIEWS)[number];
/** Those that are read together: whom people talk to. */
export type DeskView = 'waiting' | 'mine' | 'unassigned';

export function isDeskView(view: View): view is DeskView {
  return view === 'waiting' || view === 'mine' || view === 'unassigned';
}

/** The conversations of a view: those who wait before those that were answered, the longest first. */
export function shownOf(
  { waiting, answered }: ConversationsWithPeople,
  view: DeskView,
  filter: ConversationFilter,
  userId: string,
): readonly ConversationSummary[] {
  const all = view === 'waiting' ? waiting : [...waiting, ...answered];
  return all.filter(
    (each) =>
      fits(each, filter) &&
      (view !== 'mine' || each.assignee?.userId === userId) &&
      (view !== 'unassigned' || each.assignee === null),
  );
}

/** Who is to be talked to next: the longest waiting that no colleague has. */
export function nextWaiting(
  desk: ConversationsWithPeople | undefined,
  userId: string,
  after: string,
): ConversationSummary | undefined {
  return desk?.waiting.find(
    ({ id, assignee }) => id !== after && (assignee === null || assignee.userId === userId),
  );
}

function fits(each: ConversationSummary, filter: ConversationFilter): boolean {
  const { botId, stars, language, unanswered, assignee } = filter;
  return (
    (botId === '' || each.botId === botId) &&
    (stars === '' || each.stars === Number(stars)) &&
    (language === '' || each.language === language) &&
    (unanswered === '' || each.unanswered > 0) &&
    (assignee === '' || (each.assignee?.userId ?? 'nobody') === assignee) &&
    daysFit(filter, each.startedAt)
  );
}
