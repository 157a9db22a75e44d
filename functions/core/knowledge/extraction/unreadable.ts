import type { FailureReason } from '#contract/documents';

/** A document that can't be read, for a reason its owner can act on. Trying again would change nothing. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';

  constructor(
    readonly reason: FailureReason,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
