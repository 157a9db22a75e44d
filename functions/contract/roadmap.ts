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

/** The versions and when they come, oldest first; their titles and descriptions are in locales/roadmap.json. */
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

const Q4_2024 = { year: 2024, quarter: 4 } as const;
const Q1_2025 = { year: 2025, quarter: 1 } as const;
const Q2_2025 = { year: 2025, quarter: 2 } as const;
const Q4_2025 = { year: 2025, quarter: 4 } as const;

/**
 * What the roadmap shows, in its order within a status. An id is for ever: votes are counted by it. Titles and
 * descriptions are in locales/roadmap.json under `features.{id}`.
 */
export const ROADMAP = {
  'document-training': { status: 'completed', category: 'knowledge', completedDate: Q4_2024 },
  'cited-answers': { status: 'completed', category: 'answers', completedDate: Q4_2024 },
  'honest-fallback': { status: 'completed', category: 'answers', completedDate: Q4_2024 },
  'website-widget': { status: 'completed', category: 'widget', completedDate: Q4_2024 },
  'two-languages': { status: 'completed', category: 'platform', completedDate: Q4_2024 },
  'live-updates': { status: 'completed', category: 'platform', completedDate: Q4_2024 },
  'conversation-inbox': { status: 'completed', category: 'conversations', completedDate: Q4_2024 },
  'human-handover': { status: 'completed', category: 'conversations', completedDate: Q4_2024 },
  'flow-builder': { status: 'completed', category: 'widget', completedDate: Q4_2024 },
  'bot-templates': { status: 'completed', category: 'platform', completedDate: Q4_2024 },
  webhooks: { status: 'completed', category: 'integrations', completedDate: Q4_2024 },
  'website-sources': { status: 'completed', category: 'knowledge', completedDate: Q4_2024 },

  'analytics-dashboard': {
    status: 'inProgress',
    category: 'analytics',
    estimatedDate: Q1_2025,
    progress: 60,
  },
  'team-roles': { status: 'inProgress', category: 'team', estimatedDate: Q1_2025, progress: 40 },
  'custom-dashboards': {
    status: 'inProgress',
    category: 'analytics',
    estimatedDate: Q1_2025,
    progress: 30,
  },

  'scheduled-reports': { status: 'planned', category: 'analytics', estimatedDate: Q2_2025 },
  'bot-comparison': { status: 'planned', category: 'analytics', estimatedDate: Q2_2025 },
  'data-export': { status: 'planned', category: 'platform', estimatedDate: Q2_2025 },

  'messaging-channels': { status: 'future', category: 'integrations', estimatedDate: Q4_2025 },
  'crm-integrations': { status: 'future', category: 'integrations', estimatedDate: Q4_2025 },
  'voice-conversations': { status: 'future', category: 'widget', estimatedDate: Q4_2025 },
  'more-languages': { status: 'future', category: 'answers', estimatedDate: Q4_2025 },
  'single-sign-on': { status: 'future', category: 'team', estimatedDate: Q4_2025 },
} as const satisfies Record<string, RoadmapFeature>;

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
