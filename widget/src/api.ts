import type { ErrorBody } from '#contract/base/error-body';
import type { ErrorCode } from '#contract/base/errors';
import type { SessionGrant } from '#contract/conversations/widget';

/** A refusal by the server; `code` null when there was no answer at all or none of ours. */
export class ApiError extends Error {
  readonly code: ErrorCode | null;

  constructor(code: ErrorCode | null = null) {
    super(code ?? '');
    this.code = code;
  }
}

/** What no repetition mends: of a message, of the file that it brings, of the plan, of the bot. */
const FINAL = /^(message|attachment|plan|widget)\.|^(request\.invalid|conversation\.full)$/;

export function isFinal(code: ErrorCode | null): boolean {
  return FINAL.test(code ?? '');
}

export interface Api {
  openSession(body: unknown): Promise<SessionGrant>;
  /** Any other of the visitor's calls, by its path behind the widget's. */
  call<T>(method: string, path: string, token: string, body?: unknown): Promise<T>;
}

/** The visitor's calls. Bodies are the contract's, with plain strings for ids. */
export function createApi(origin: string, widgetId: string): Api {
  const call = async <T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/api/widget/${widgetId}/${path}`, {
      method,
      // The server answers within 25 seconds; a request that hangs longer is a lost one.
      signal: AbortSignal.timeout(35_000),
      credentials: 'omit',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    }).catch(() => null);
    const json: unknown = await response?.json().catch(() => null);
    if (!response?.ok) throw new ApiError((json as ErrorBody | null)?.error?.code);
    return json as T;
  };
  return {
    call,
    openSession: (body) => call('POST', 'sessions', null, body),
  };
}
