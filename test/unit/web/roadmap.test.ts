import { describe, expect, it, vi } from 'vitest';
import { tabAfterKey } from '#components/tab-after-key.ts';
import type { CastVote, FeatureId } from '#contract/site/roadmap';
import { FeatureId as FeatureIds, RoadmapStatus } from '#contract/site/roadmap';
import { rankingOf } from '#features/site/roadmap/ranking.ts';
import { featuresOf } from '#features/site/roadmap/tabs.ts';
import { createVotes } from '#features/site/roadmap/votes.ts';
import { takeWantedVote } from '#features/site/roadmap/wanted-vote.ts';
import { WAIT_MS } from '#test/helpers/patience';
import { memoryStorage } from './memory-storage';

const EXPORT = 'data-export' satisfies FeatureId;

/** Votes whose answers come when the test says. */
function votesUnderTest() {
  const calls: {
    readonly voted: boolean;
    readonly answer: (votes: number) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const failures: unknown[] = [];
  const votes = createVotes({
    cast: (featureId, voted) =>
      new Promise<CastVote>((resolve, reject) => {
        calls.push({ voted, answer: (count) => resolve({ featureId, votes: count, voted }), fail: reject });
      }),
    onFailure: (_, error) => failures.push(error),
  });
  votes.setCounts([{ featureId: EXPORT, votes: 4 }]);
  return { votes, calls, failures, shown: () => votes.tallies().get(EXPORT) };
}

describe('a vote', () => {
  it('is shown at once, and then as the server counts', async () => {
    const { votes, calls, shown } = votesUnderTest();
    const done = votes.press(EXPORT);
    expect(shown()).toEqual({ votes: 5, voted: true });
    calls[0]?.answer(7);
    await done;
    expect(shown()).toEqual({ votes: 7, voted: true });
  });

  it('is taken back when it is pressed again', async () => {
    const { votes, calls, shown } = votesUnderTest();
    votes.setOwn([EXPORT]);
    const done = votes.press(EXPORT);
    expect(shown()).toEqual({ votes: 3, voted: false });
    expect(calls[0]?.voted).toBe(false);
    calls[0]?.answer(3);
    await done;
    expect(shown()).toEqual({ votes: 3, voted: false });
  });

  it('pressed twice in a row, is sent one after the other, and the last press counts', async () => {
    const { votes, calls, shown } = votesUnderTest();
    const done = votes.press(EXPORT);
    void votes.press(EXPORT);
    expect(shown()).toEqual({ votes: 4, voted: false });
    expect(calls).toHaveLength(1);
    calls[0]?.answer(5);
    await vi.waitFor(() => expect(calls).toHaveLength(2), WAIT_MS);
    expect(calls[1]?.voted).toBe(false);
    calls[1]?.answer(4);
    await done;
    expect(shown()).toEqual({ votes: 4, voted: false });
  });

  it('pressed three times while the first is on its way, needs no second call', async () => {
    const { votes, calls, shown } = votesUnderTest();
    const done = votes.press(EXPORT);
    void votes.press(EXPORT);
    void votes.press(EXPORT);
    calls[0]?.answer(5);
    await done;
    expect(calls).toHaveLength(1);
    expect(shown()).toEqual({ votes: 5, voted: true });
  });

  it('on its way is not undone by counts that were asked for before', async () => {
    const { votes, calls, shown } = votesUnderTest();
    const done = votes.press(EXPORT);
    votes.setCounts([{ featureId: EXPORT, votes: 9 }]);
    votes.setOwn([]);
    expect(shown()).toEqual({ votes: 5, voted: true });
    calls[0]?.answer(10);
    await done;
    expect(shown()).toEqual({ votes: 10, voted: true });
  });

  it('tells its listeners until they stop listening', () => {
    const { votes } = votesUnderTest();
    const heard = vi.fn();
    const stop = votes.subscribe(heard);
    void votes.press(EXPORT);
    stop();
    votes.setOwn([]);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('the ranking', () => {
  it('has the most wanted first, even ones in the order of the roadmap, and leaves out what is not known', () => {
    const ranking = rankingOf(
      new Map([
        ['single-sign-on', { votes: 2, voted: false }],
        ['data-export', { votes: 2, voted: true }],
        ['scheduled-reports', { votes: 5, voted: false }],
        ['more-languages', { votes: null, voted: true }],
      ]),
    );
    expect(ranking.map(({ featureId }) => featureId)).toEqual([
      'scheduled-reports',
      'data-export',
      'single-sign-on',
    ]);
    expect(ranking[1]).toEqual({ featureId: 'data-export', votes: 2, voted: true });
  });
});

describe('the tabs', () => {
  it('are walked by the arrow keys, around the ends, and by Home and End', () => {
    expect(tabAfterKey('ArrowRight', 'completed', RoadmapStatus.options)).toBe('inProgress');
    expect(tabAfterKey('ArrowRight', 'future', RoadmapStatus.options)).toBe('completed');
    expect(tabAfterKey('ArrowLeft', 'completed', RoadmapStatus.options)).toBe('future');
    expect(tabAfterKey('Home', 'planned', RoadmapStatus.options)).toBe('completed');
    expect(tabAfterKey('End', 'planned', RoadmapStatus.options)).toBe('future');
    expect(tabAfterKey('Tab', 'planned', RoadmapStatus.options)).toBeNull();
  });

  it('together hold every feature once', () => {
    const all = (['completed', 'inProgress', 'planned', 'future'] as const).flatMap((tab) =>
      featuresOf(tab).map(([id]) => id),
    );
    expect([...all].sort()).toEqual([...FeatureIds.options].sort());
  });
});

describe('the vote that somebody logs in for', () => {
  it('is none where something else is stored', () => {
    vi.stubGlobal('sessionStorage', memoryStorage({ 'parley.wantedVote': 'constructor' }));
    expect(takeWantedVote()).toBeNull();
  });
});
