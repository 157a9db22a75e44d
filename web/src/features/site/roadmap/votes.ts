import type { CastVote, FeatureId } from '#contract/site/roadmap';

/** How a feature's votes are shown. */
export interface Tally {
  /** Null until it is known. */
  readonly votes: number | null;
  readonly voted: boolean;
}

export interface VotesOptions {
  readonly cast: (featureId: FeatureId, voted: boolean) => Promise<CastVote>;
  /** A vote, or its withdrawal, could not be stored: it is shown as before. */
  readonly onFailure: (featureId: FeatureId, error: unknown) => void;
}

interface Standing {
  /** As the server said last. */
  votes: number | null;
  voted: boolean;
  /** What the person has pressed, while the server doesn't know. */
  wanted: boolean | null;
}

export type Votes = ReturnType<typeof createVotes>;

/**
 * Votes as they are pressed: shown at once, stored one after another per feature, taken back in the view when the
 * server refuses. Pressed again while one is on its way, the last press counts.
 */
export function createVotes({ cast, onFailure }: VotesOptions) {
  const standings = new Map<FeatureId, Standing>();
  const sending = new Set<FeatureId>();
  const listeners = new Set<() => void>();
  let shown: ReadonlyMap<FeatureId, Tally> = new Map();

  const standing = (featureId: FeatureId): Standing => {
    const found = standings.get(featureId) ?? { votes: null, voted: false, wanted: null };
    standings.set(featureId, found);
    return found;
  };
  const change = () => {
    shown = new Map([...standings].map(([featureId, each]) => [featureId, tallyOf(each)]));
    for (const listener of listeners) listener();
  };

  async function send(featureId: FeatureId): Promise<void> {
    if (sending.has(featureId)) return;
    sending.add(featureId);
    const each = standing(featureId);
    try {
      while (each.wanted !== null && each.wanted !== each.voted) {
        const { votes, voted } = await cast(featureId, each.wanted);
        Object.assign(each, { votes, voted });
      }
      each.wanted = null;
    } catch (error) {
      each.wanted = null;
      onFailure(featureId, error);
    } finally {
      sending.delete(featureId);
      change();
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tallies: () => shown,
    /** Votes if the person hasn't, else takes the vote back; settles when the server knows. */
    press(featureId: FeatureId): Promise<void> {
      const each = standing(featureId);
      each.wanted = !(each.wanted ?? each.voted);
      change();
      return send(featureId);
    },
    /** What the server says of all features. One whose vote is on its way is told by the answer to that. */
    setCounts(items: readonly { readonly featureId: FeatureId; readonly votes: number }[]): void {
      for (const { featureId, votes } of items)
        if (!sending.has(featureId)) standing(featureId).votes = votes;
      change();
    },
    setOwn(featureIds: readonly FeatureId[]): void {
      const own = new Set(featureIds);
      for (const featureId of new Set([...standings.keys(), ...own]))
        if (!sending.has(featureId)) standing(featureId).voted = own.has(featureId);
      change();
    },
  };
}

function tallyOf({ votes, voted, wanted }: Standing): Tally {
  const isVoted = wanted ?? voted;
  const pending = Number(isVoted) - Number(voted);
  return { votes: votes === null ? null : Math.max(0, votes + pending), voted: isVoted };
}
