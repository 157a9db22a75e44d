import type { ConversationSummary, ConversationsWithPeople } from '#contract/conversations/inbox';
import { type ConversationFilter, daysFit } from './filter';
import type { DeskView } from './views';

/** The conversations of a view: those who wait before those that were answered, the longest first. */
export function shownOf(
  { waiting, answered }: ConversationsWithPeople,
  view: DeskView,
  filter: ConversationFilter,
  { userId, timeZone }: { readonly userId: string; readonly timeZone: string },
): readonly ConversationSummary[] {
  const all = view === 'waiting' ? waiting : [...waiting, ...answered];
  return all.filter(
    (each) =>
      fits(each, filter) &&
      daysFit(filter, each.startedAt, timeZone) &&
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
    (assignee === '' || (each.assignee?.userId ?? 'nobody') === assignee)
  );
}
