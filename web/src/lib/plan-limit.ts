import { ApiError } from './api-error';

/** What the plan has no room for, where a call was refused for that: bots, or documents. */
export function fullResource(error: unknown): unknown {
  return error instanceof ApiError && error.code === 'plan.limit_exceeded'
    ? (error.details.resource ?? 'bots')
    : null;
}
