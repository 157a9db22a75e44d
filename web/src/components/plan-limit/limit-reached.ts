import { ApiError } from '#lib/api-error';

/** What a plan has places for, and a page may find full. */
export const PLACES = ['bots', 'allBots', 'documents', 'teamMembers', 'reportSchedules', 'apiKeys'] as const;
export type Place = (typeof PLACES)[number];

/** A limit of the plan that was met. */
export interface MetLimit {
  readonly resource: Place;
  readonly current: number;
  readonly limit: number;
  /** How many were to come. */
  readonly wanted: number;
}

/** The limit by which a call was refused; null where it was refused for another reason. */
export function metLimit(error: unknown): MetLimit | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'plan.limit_exceeded' && error.code !== 'team.limit_reached') return null;
  const { resource, current, limit, wanted } = error.details;
  const place = PLACES.find((one) => one === resource);
  return place === undefined
    ? null
    : { resource: place, current: Number(current), limit: Number(limit), wanted: Number(wanted ?? 1) };
}
