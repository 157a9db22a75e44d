import * as z from 'zod';
import { ApiKeyId, UserId } from '../base/ids';
import { Line, List } from '../base/text';

/** What a key may do. A route says which of them lets keys in; one that says none refuses every key. */
export const ApiKeyScope = z.enum(['read', 'ask', 'write']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

/** What every key begins with: it tells a key from an access token, and scanners of leaked secrets find it. */
export const API_KEY_PREFIX = 'pk_';

const Scopes = List(
  z
    .array(ApiKeyScope)
    .min(1, 'Please choose at least one scope.')
    .max(ApiKeyScope.options.length)
    .overwrite((scopes) => [...new Set(scopes)]),
  ApiKeyScope.options.length,
);

export const CreateApiKey = z.object({ name: Line({ min: 1, max: 60 }), scopes: Scopes });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  scopes: z.array(ApiKeyScope),
  /** Its last characters, to tell it from others. */
  ending: z.string(),
  /** Whose role it has: a key may do no more than the person who made it. */
  createdBy: UserId,
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = z.object({ items: z.array(ApiKey) });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

/** The only answer that has the key itself. */
export const CreatedApiKey = z.object({ apiKey: ApiKey, key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
