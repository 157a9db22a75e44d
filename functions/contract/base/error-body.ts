import * as z from 'zod';
import { type ErrorCode as Code, STATUS } from './errors';

export const ErrorCode = z.enum(Object.keys(STATUS) as [Code, ...Code[]]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** Body of every error answer. `fields` names invalid input by path; `details` carries e.g. `current` of a conflict,
 * and of what is invalid a `FieldProblem` by the same paths, under `fields`. */
export const ErrorBody = z.object({
  error: z.object({
    code: ErrorCode,
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
