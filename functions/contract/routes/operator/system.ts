import * as z from 'zod';
import type { Route } from '../route';

/** What Parley says of itself. */
export const SYSTEM_ROUTES = {
  health: {
    area: 'system',
    method: 'GET',
    path: '/api/health',
    caller: 'anyone',
    permission: null,
    summary: 'Whether the API answers, what it was deployed from, and which formats it writes',
    status: 200,
    response: z.object({
      status: z.literal('ok'),
      /** Of the repository; null where none was told, as on a laptop. */
      commit: z.string().max(60).nullable(),
      /** Versions of what it writes and later releases have to read: one that does not may not follow it. */
      formats: z.object({ segment: z.int(), items: z.int() }),
    }),
  },
  openapi: {
    area: 'system',
    method: 'GET',
    path: '/api/openapi.json',
    caller: 'anyone',
    permission: null,
    summary: 'This document',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Route>;
