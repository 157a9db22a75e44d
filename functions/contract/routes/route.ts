import type * as z from 'zod';
import type { ApiKeyScope } from '../accounts/api-keys';
import type { Permission } from '../base/permissions';

/** Who may call: `user` shows a Cognito access token, `visitor` a widget session's token, `anyone` nothing. */
export type Caller = 'user' | 'visitor' | 'anyone';

/** Which function answers; the infrastructure routes by it. */
export type Area =
  | 'accounts'
  | 'security'
  | 'team'
  | 'bots'
  | 'templates'
  | 'documents'
  | 'retrieval'
  | 'sites'
  | 'questions'
  | 'conversations'
  | 'analytics'
  | 'dashboard'
  | 'billing'
  | 'beacon'
  | 'widget'
  | 'messages'
  | 'visitors'
  | 'integrations'
  | 'platform'
  | 'reports'
  | 'admin'
  | 'developer'
  | 'system';

export interface Route {
  readonly area: Area;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly caller: Caller;
  /** Of a user's call: what they must be permitted to do in the account they act for. Null: signed in is enough. */
  readonly permission: Permission | null;
  /** The scope with which an API key may call it in a user's place; without one no key may. */
  readonly keyScope?: ApiKeyScope;
  readonly summary: string;
  /** `raw`: the bytes as they came, whatever they are; for what is signed over them, like payments' webhooks. */
  readonly body?: z.ZodType | 'raw';
  /** Most bytes of a raw body; of another its schema says it. */
  readonly rawBytes?: number;
  readonly query?: z.ZodObject;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
}
