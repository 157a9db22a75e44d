import * as z from 'zod';

export const RoadmapStatus = z.enum(['completed', 'inProgress', 'planned', 'future']);
export type RoadmapStatus = z.infer<typeof RoadmapStatus>;

export const RoadmapCategory = z.enum([
  'answers',
  'knowledge',
  'widget',
  'conversations',
  'analytics',
  'team',
  'integrations',
  'platform',
]);
export type RoadmapCategory = z.infer<typeof RoadmapCategory>;

/** As precise as a plan may honestly be. */
export interface Quarter {
  readonly year: number;
  readonly quarter: 1 | 2 | 3 | 4;
}

export interface Milestone {
  readonly status: RoadmapStatus;
  readonly date: Quarter;
}

/** The versions and when they come, as they were announced, oldest first; their titles and descriptions are in locales/roadmap.json. */
export const MILESTONES = {
  alpha: { status: 'completed', date: { year: 2024, quarter: 4 } },
  beta: { status: 'inProgress', date: { year: 2025, quarter: 1 } },
  'version-1': { status: 'planned', date: { year: 2025, quarter: 2 } },
  'version-2': { status: 'future', date: { year: 2025, quarter: 4 } },
} as const satisfies Record<string, Milestone>;
export type MilestoneId = keyof typeof MILESTONES;

/** A feature has been completed, or is estimated to be, in a quarter; what is in progress says how far it is. */
export type RoadmapFeature =
  | {
      readonly status: 'completed';
      readonly category: RoadmapCategory;
      readonly completedDate: Quarter;
    }
  | {
      readonly status: 'inProgress';
      readonly category: RoadmapCategory;
      readonly estimatedDate: Quarter;
      readonly progress: number;
    }
  | {
      readonly status: 'planned' | 'future';
      readonly category: RoadmapCategory;
      readonly estimatedDate: Quarter;
    };

/** The one table of quarters: of what is done as it came, of all else as it is expected now. */
const DATES = {
  begun: { year: 2024, quarter: 4 },
  done: { year: 2026, quarter: 4 },
  inProgress: { year: 2027, quarter: 1 },
  planned: { year: 2027, quarter: 2 },
  future: { year: 2027, quarter: 4 },
} as const satisfies Record<string, Quarter>;

const begun = { status: 'completed', completedDate: DATES.begun } as const;
const done = { status: 'completed', completedDate: DATES.done } as const;
const inProgress = { status: 'inProgress', estimatedDate: DATES.inProgress } as const;
const planned = { status: 'planned', estimatedDate: DATES.planned } as const;
const future = { status: 'future', estimatedDate: DATES.future } as const;

/**
 * What the roadmap shows, in its order within a status; a milestone lists those of its status. An id is for ever: votes
 * are counted by it. Titles and descriptions are in locales/roadmap.json under `features.{id}`.
 */
export const ROADMAP = {
  'document-training': { ...begun, category: 'knowledge' },
  'cited-answers': { ...begun, category: 'answers' },
  'honest-fallback': { ...begun, category: 'answers' },
  'website-widget': { ...begun, category: 'widget' },
  'two-languages': { ...begun, category: 'platform' },
  'live-updates': { ...begun, category: 'platform' },
  'conversation-inbox': { ...begun, category: 'conversations' },
  'human-handover': { ...done, category: 'conversations' },
  'flow-builder': { ...done, category: 'widget' },
  'website-sources': { ...done, category: 'knowledge' },
  'bot-templates': { ...done, category: 'platform' },
  webhooks: { ...done, category: 'integrations' },
  'scheduled-reports': { ...done, category: 'analytics' },
  'bot-comparison': { ...done, category: 'analytics' },
  'data-export': { ...done, category: 'platform' },

  'analytics-dashboard': { ...inProgress, category: 'analytics', progress: 60 },
  'team-roles': { ...inProgress, category: 'team', progress: 40 },
  'custom-dashboards': { ...inProgress, category: 'analytics', progress: 30 },

  'crm-integrations': { ...planned, category: 'integrations' },
  'more-languages': { ...planned, category: 'answers' },

  'messaging-channels': { ...future, category: 'integrations' },
  'voice-conversations': { ...future, category: 'widget' },
  'single-sign-on': { ...future, category: 'team' },
} as const satisfies Record<string, RoadmapFeature>;

/** Whether a quarter has ended: an estimate that is past says nothing more. */
export function isPast({ year, quarter }: Quarter, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, quarter * 3);
}

export type FeatureId = keyof typeof ROADMAP;
export const FeatureId = z.enum(Object.keys(ROADMAP) as [FeatureId, ...FeatureId[]]);

/** Whether a feature can be voted on: what is done or under way needs no vote. */
export function isVotable(featureId: FeatureId): boolean {
  const { status } = ROADMAP[featureId];
  return status === 'planned' || status === 'future';
}

export const FeatureVotes = z.object({ featureId: FeatureId, votes: z.number().int().nonnegative() });
export type FeatureVotes = z.infer<typeof FeatureVotes>;

/** The votes of each feature that can be voted on, in the order of the table. */
export const RoadmapVotes = z.object({ items: z.array(FeatureVotes) });
export type RoadmapVotes = z.infer<typeof RoadmapVotes>;

/** What the caller has voted for. */
export const OwnVotes = z.object({ featureIds: z.array(FeatureId) });
export type OwnVotes = z.infer<typeof OwnVotes>;

/** After a vote or its withdrawal: how the feature stands, and whether the caller's vote is among them. */
export const CastVote = FeatureVotes.extend({ voted: z.boolean() });
export type CastVote = z.infer<typeof CastVote>;
