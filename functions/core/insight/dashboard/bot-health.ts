import type { Bot } from '#contract/bots/bots';
import { HEALTH_REASONS, type HealthReason } from '#contract/insight/health';

/** What was seen of a bot in the last days. */
export interface RecentUse {
  /** The first of these days. */
  readonly recentFrom: string;
  readonly answered: number;
  readonly abstained: number;
  readonly visits: number;
  /** A visitor got no answer at all. */
  readonly hasFailed: boolean;
}

/** Of fewer questions a share says nothing. */
const ENOUGH_QUESTIONS = 10;
/** Share of the questions without an answer from which documents are missing. */
const MANY_UNANSWERED = 0.3;

/** Why a bot does not do as well as it could, the gravest first; none: it is well. */
export function healthOf(
  bot: Pick<
    Bot,
    | 'status'
    | 'publishedVersion'
    | 'documentCount'
    | 'failedDocumentCount'
    | 'hasUnpublishedChanges'
    | 'createdAt'
    | 'isShown'
  >,
  { recentFrom, answered, abstained, visits, hasFailed }: RecentUse,
): readonly HealthReason[] {
  const asked = answered + abstained;
  const isPublished = bot.publishedVersion !== null;
  const holds: Readonly<Record<HealthReason, boolean>> = {
    answers_failed: hasFailed,
    paused: bot.status === 'inactive',
    not_published: !isPublished,
    no_documents: bot.documentCount === 0,
    documents_failed: bot.failedDocumentCount > 0,
    many_unanswered: asked >= ENOUGH_QUESTIONS && abstained / asked > MANY_UNANSWERED,
    // A bot of this week may still be on its way to a website.
    not_seen: bot.isShown && bot.createdAt < recentFrom && visits === 0,
    unpublished_changes: isPublished && bot.hasUnpublishedChanges,
  };
  return HEALTH_REASONS.filter((reason) => holds[reason]);
}
