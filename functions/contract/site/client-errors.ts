import * as z from 'zod';
import { Language } from '../accounts/profile';
import { Cursor } from '../base/cursor';
import { Text } from '../base/text';
import { PagePath } from './feedback';

/** Longest texts of a report, in characters; the browser cuts longer ones. */
export const CLIENT_ERROR_LIMITS = { name: 100, message: 1_000, stack: 6_000, release: 64 } as const;

/**
 * Body of POST /api/client-errors: an error that a browser caught. The server takes out addresses, tokens and
 * queries once more, whatever the browser did.
 */
export const ReportClientError = z.object({
  name: Text(CLIENT_ERROR_LIMITS.name).optional(),
  message: Text(CLIENT_ERROR_LIMITS.message),
  stack: Text(CLIENT_ERROR_LIMITS.stack).optional(),
  /** Which build of the dashboard. */
  release: Text(CLIENT_ERROR_LIMITS.release).optional(),
  page: PagePath,
  language: Language,
});
export type ReportClientError = z.infer<typeof ReportClientError>;

/** What administrators think of a group. One that is resolved opens again where it is reported again. */
export const ClientErrorStatus = z.enum(['open', 'resolved', 'ignored']);
export type ClientErrorStatus = z.infer<typeof ClientErrorStatus>;

/** Alike errors, as one: how often and when, and the newest report as its example. */
export const ClientErrorGroup = z.object({
  id: z.string(),
  name: z.string(),
  message: z.string(),
  stack: z.string().nullable(),
  count: z.number().int().positive(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  release: z.string().nullable(),
  page: z.string(),
  language: Language,
  userAgent: z.string(),
  status: ClientErrorStatus,
});
export type ClientErrorGroup = z.infer<typeof ClientErrorGroup>;

export const ClientErrorPage = z.object({
  items: z.array(ClientErrorGroup),
  cursor: z.string().nullable(),
});
export type ClientErrorPage = z.infer<typeof ClientErrorPage>;

export const ClientErrorQuery = Cursor.extend({ status: ClientErrorStatus.optional() });
