import { describe, expect, it } from 'vitest';
import { bestThreshold, crossValidated, outcomeAt, type Trial } from '#test/bench/calibration';

const trial = (support: number, isAnswerable: boolean, isRight = isAnswerable, group = 'a'): Trial => ({
  support,
  isAnswerable,
  isRight,
  group,
});

const TRIALS = [
  trial(0.9, true),
  trial(0.8, true, false),
  trial(0.6, false),
  trial(0.3, true),
  trial(0.1, false),
];

describe('what becomes of questions at a threshold', () => {
  it('is told in shares of all, with the F1 of abstaining', () => {
    expect(outcomeAt(TRIALS, 0.5)).toEqual({
      answered_right: 20,
      answered_wrong: 40,
      abstained_right: 20,
      abstained_wrong: 20,
      // One of two abstentions was right, and one of two unanswerable questions was found.
      f1: 50,
    });
    expect(outcomeAt(TRIALS, 0).f1).toBe(0);
  });

  it('is best where right answers outnumber wrong ones by most', () => {
    const threshold = bestThreshold([
      trial(0.9, true),
      trial(0.7, true),
      trial(0.4, false),
      trial(0.4, false),
      trial(0.3, true),
    ]);
    expect(threshold).toBeGreaterThan(0.4);
    expect(threshold).toBeLessThanOrEqual(0.7);
  });

  it('is cross-validated: no text chooses the threshold that it is judged by', () => {
    const groups = ['a', 'b', 'c', 'd', 'e'].flatMap((group) => [
      trial(0.9, true, true, group),
      trial(0.2, false, false, group),
    ]);
    expect(crossValidated(groups).outcome).toMatchObject({ answered_right: 50, answered_wrong: 0, f1: 100 });
    // Only text b would have it abstain above 0.5.
    const odd = [...groups, ...Array.from({ length: 9 }, () => trial(0.5, false, false, 'b'))];
    expect(bestThreshold(odd)).toBeGreaterThan(0.5);
    expect(crossValidated(odd).outcome.answered_wrong).toBeGreaterThan(0);
  });
});
