import type { ErrorBody } from '#contract/base/error-body';
import { type ErrorCode, MESSAGES, STATUS } from '#contract/base/errors';

export interface ErrorExtras {
  /** Invalid input by path. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What helps the caller to go on, e.g. the current state of what they wanted to change. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Where the code's own text would not say what there is to do. */
  readonly message?: string;
  /** When the same call may succeed: said to its caller as Retry-After. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A failure that a caller may know of. Anything else that is thrown is a defect and becomes `server.failed`. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? MESSAGES[code], extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.fields = extras.fields;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }

  get status(): number {
    return STATUS[this.code];
  }

  toBody(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.fields && { fields: { ...this.fields } }),
        ...(this.details && { details: { ...this.details } }),
      },
    };
  }
}

/** What is logged of a service that was too busy: one line, since its stack says nothing that could be mended. */
export function busyReason({ cause }: ParleyError): string | undefined {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined;
}

/** The error that a caller is shown for whatever was thrown. */
export function asParleyError(thrown: unknown): ParleyError {
  if (thrown instanceof ParleyError) return thrown;
  return new ParleyError(isOverload(thrown) ? 'server.unavailable' : 'server.failed', { cause: thrown });
}

const OVERLOADS = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'LimitExceededException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'TransactionConflictException',
  'TimeoutError',
]);

/** Whether an AWS service was too busy: trying again later may help. */
function isOverload(thrown: unknown): boolean {
  return thrown instanceof Error && OVERLOADS.has(thrown.name);
}
