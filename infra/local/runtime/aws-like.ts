import { createHash } from 'node:crypto';

/** Where the local cloud is by default better than AWS, and by `--aws-like` as bad. */
export interface AwsLike {
  /** An index shows a change up to so many milliseconds after it, by chance. */
  readonly indexLagMs: number;
  /** An item goes so many milliseconds after its time to live: on AWS hours, at times days. */
  readonly expiryLateMs: number;
  /** Tokens that Bedrock takes of each model a minute; it counts no calls. */
  readonly modelTokensAMinute: number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

/** As AWS does; of the same seed by the same chances. */
export function asOnAws(seed: string): AwsLike {
  let drawn = 0;
  return {
    indexLagMs: 100,
    expiryLateMs: 3 * 60 * 60 * 1_000,
    // Of an account's own tells Service Quotas.
    modelTokensAMinute: 1_000_000,
    random() {
      drawn += 1;
      return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
    },
  };
}
