import * as z from 'zod';
import { BOT_ACTIONS, BOT_STATUSES } from './bot-status';

export const BotStatus = z.enum(BOT_STATUSES);
export type BotStatus = z.infer<typeof BotStatus>;

export const BotAction = z.enum(BOT_ACTIONS);
export type BotAction = z.infer<typeof BotAction>;

/** Where a training stands: waiting for its first document to be taken up, or reading. */
export const TrainingStep = z.enum(['pending', 'processing']);
export type TrainingStep = z.infer<typeof TrainingStep>;
