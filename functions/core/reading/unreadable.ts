import type { FailureReason } from '#contract/knowledge/documents';

/** A document of pages that are pictures: how many it has, and the numbers of those without text. */
export interface Scan {
  readonly pages: number;
  readonly silent: readonly number[];
}

/** A document that can't be read, for a reason its owner can act on. Trying again would change nothing. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';

  constructor(
    readonly reason: FailureReason,
    detail: string,
    /** Where nothing but pictures is in it: which pages these are. */
    readonly scan: Scan | null = null,
  ) {
    super(`${reason}: ${detail}`);
  }
}
