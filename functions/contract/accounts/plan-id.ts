import * as z from 'zod';
import { PLAN_IDS } from './plans';

export const PlanId = z.enum(PLAN_IDS);
export type PlanId = z.infer<typeof PlanId>;
