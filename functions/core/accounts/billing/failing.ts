import type { ErrorCode } from '#contract/base/errors';
import { ParleyError } from '#platform/errors';

type Failure = Extract<
  ErrorCode,
  `billing.${'checkout_failed' | 'portal_failed' | 'cancel_failed' | 'change_failed' | 'details_failed'}`
>;

/** What Stripe refuses is told as what could not be done; why stands in the log. What is refused by us keeps its code. */
export async function failing<RESULT>(code: Failure, call: () => Promise<RESULT>): Promise<RESULT> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    throw new ParleyError(code, { cause: error });
  }
}
