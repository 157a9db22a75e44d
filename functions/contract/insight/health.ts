/** Days that the dashboard's totals are of; they are compared with as many before, up to the same minute. */
export const DASHBOARD_DAYS = 30;
/** A span of time of which is kept whether something failed in it. */
export const UPTIME_MINUTES = 5;

/** Why a bot does not do as well as it could, the gravest first. Each has a page that mends it. */
export const HEALTH_REASONS = [
  'answers_failed',
  'paused',
  'not_published',
  'no_documents',
  'documents_failed',
  'many_unanswered',
  'not_seen',
  'unpublished_changes',
] as const;
export type HealthReason = (typeof HEALTH_REASONS)[number];

/** Visitors get no good answer with these. The others are to be looked at; a draft is no fault. */
export const GRAVE_REASONS: readonly HealthReason[] = ['answers_failed', 'paused', 'no_documents'];
