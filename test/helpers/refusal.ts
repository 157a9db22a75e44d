import { expect } from 'vitest';
import type { ErrorCode } from '#contract/base/errors';

/** Holds that a call is refused, and with which code. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: ErrorCode | 'network.failed',
): Promise<void> {
  await expect(call).rejects.toMatchObject({ code });
}
