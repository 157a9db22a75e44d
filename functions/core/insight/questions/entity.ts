import { any, boolean, Entity, type FormattedItem, item, list, number, string } from 'dynamodb-toolbox';
import type { GoldenRun } from '#contract/insight/golden';
import type { AskedQuestion } from '#contract/insight/unanswered';
import { table } from '#platform/table';

/** What a bot is asked, and what it is to be able to answer. */
export function questionsPartition({ accountId, botId }: { accountId: string; botId: string }): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#QUESTIONS`;
}

const key = { accountId: string().key(), botId: string().key() };

/** Questions alike that the bot could not answer. */
export const UnansweredEntity = new Entity({
  name: 'Unanswered',
  table,
  timestamps: false,
  schema: item({
    ...key,
    unansweredId: string().key(),
    question: string(),
    /** The conversation in which it was asked so. */
    askedIn: string(),
    language: string().enum('en', 'de'),
    count: number(),
    firstAskedAt: string(),
    lastAskedAt: string(),
    examples: any().castAs<readonly AskedQuestion[]>(),
    state: string().enum('open', 'answered', 'dismissed'),
    /** When it left the list. */
    settledAt: string().optional(),
    documentId: string().optional(),
    reopenedAt: string().optional(),
    expiresAt: number(),
  }),
  computeKey: (input) => ({ pk: questionsPartition(input), sk: `UNANSWERED#${input.unansweredId}` }),
});
export type StoredUnanswered = FormattedItem<typeof UnansweredEntity>;

/** Counts the changes of a bot's groups, so that of two questions at once the second sees the first one's group. */
export const UnansweredRevisionEntity = new Entity({
  name: 'UnansweredRevision',
  table,
  timestamps: false,
  schema: item({ ...key, revision: number() }),
  computeKey: (input) => ({ pk: questionsPartition(input), sk: 'REVISION' }),
});

/** Says that a message was counted: the stream may tell of it again. */
export const CountedQuestionEntity = new Entity({
  name: 'CountedQuestion',
  table,
  timestamps: false,
  schema: item({ ...key, messageId: string().key(), expiresAt: number() }),
  computeKey: (input) => ({ pk: questionsPartition(input), sk: `COUNTED#${input.messageId}` }),
});

/** A question that the bot is to be able to answer. */
export const GoldenEntity = new Entity({
  name: 'Golden',
  table,
  timestamps: false,
  schema: item({
    ...key,
    goldenId: string().key(),
    question: string(),
    /** Lineage of the expected document. */
    source: string().optional(),
    words: list(string()),
    createdAt: string(),
    /** What was run before says nothing of it. */
    changedAt: string(),
  }),
  computeKey: (input) => ({ pk: questionsPartition(input), sk: `GOLDEN#${input.goldenId}` }),
});
export type StoredGolden = FormattedItem<typeof GoldenEntity>;

/** A run as it is kept: with what it saw. */
export interface StoredRun extends Omit<GoldenRun, 'costUsd'> {
  /** Runs from before a model was asked have neither. */
  readonly costUsd?: number | null;
  /** What the bot had chosen. */
  readonly model?: string | null;
  /** Version of the manifest, and of the questions. */
  readonly knowledge: number;
  readonly questions: number;
}

/** The version of a bot’s test questions, and what they came to when they last ran. */
export const GoldenSetEntity = new Entity({
  name: 'GoldenSet',
  table,
  timestamps: false,
  schema: item({
    ...key,
    count: number().optional(),
    /** Grows with every change of a question. */
    version: number().optional(),
    refusesRegressions: boolean().optional(),
    /** Until when a run is under way, at the latest: milliseconds since 1970. */
    runningUntil: number().optional(),
    latest: any().castAs<StoredRun>().optional(),
    previous: any().castAs<StoredRun>().optional(),
    /** The run that held at the last deployment. */
    deployed: any().castAs<StoredRun>().optional(),
  }),
  computeKey: (input) => ({ pk: questionsPartition(input), sk: 'GOLDEN_SET' }),
});
export type StoredGoldenSet = FormattedItem<typeof GoldenSetEntity>;
