import type { ErrorCode } from '#contract/base/errors';

/** Contract's codes, and what only the caller's side can know. */
export type ApiErrorCode = ErrorCode | 'network.failed';

/** A call that failed; shown by its code in the reader's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ApiErrorCode,
    extras: {
      readonly fields?: Readonly<Record<string, string>> | undefined;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, { cause: extras.cause });
    this.code = code;
    this.fields = extras.fields ?? {};
    this.details = extras.details ?? {};
  }
}

export function errorCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'server.failed';
}

/** The server said that all is well, but its answer is not what the route promises. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'server.failed' && error.cause !== undefined;
}

/** Worth another try by itself: the network, a busy or a stumbling server. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === 'network.failed' ||
    code === 'server.unavailable' ||
    code === 'server.failed' ||
    code === 'request.rate_limited'
  );
}
