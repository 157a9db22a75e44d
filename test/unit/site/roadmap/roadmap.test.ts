import { expect, test } from 'vitest';
import {
  isPast,
  MILESTONES,
  type Quarter,
  ROADMAP,
  type RoadmapFeature,
  RoadmapStatus,
} from '#contract/site/roadmap';

const features = Object.values(ROADMAP) as readonly RoadmapFeature[];

test('the milestones are those that were announced', () => {
  expect(
    Object.values(MILESTONES).map(({ status, date }) => `Q${date.quarter} ${date.year} ${status}`),
  ).toEqual(['Q4 2024 completed', 'Q1 2025 inProgress', 'Q2 2025 planned', 'Q4 2025 future']);
});

test('what is in progress is so far', () => {
  expect(features.flatMap((feature) => (feature.status === 'inProgress' ? [feature.progress] : []))).toEqual([
    60, 40, 30,
  ]);
});

test('there is something in every status', () => {
  for (const status of RoadmapStatus.options)
    expect(features.filter((feature) => feature.status === status).length, status).toBeGreaterThan(1);
});

test('what is estimated later is not promised before what is nearer', () => {
  const last = (status: string) =>
    Math.max(
      ...features.map((one) => (one.status === status && 'estimatedDate' in one ? at(one.estimatedDate) : 0)),
    );
  expect(last('inProgress')).toBeLessThan(last('planned'));
  expect(last('planned')).toBeLessThan(last('future'));
  // Nothing is expected before something of the same table was done.
  const done = features.map((one) => ('completedDate' in one ? at(one.completedDate) : 0));
  expect(Math.max(...done)).toBeLessThan(last('inProgress'));
});

test('a quarter is past when it has ended, not before', () => {
  const quarter = { year: 2026, quarter: 4 } as const;
  expect(isPast(quarter, new Date('2026-12-31T23:59:59Z'))).toBe(false);
  expect(isPast(quarter, new Date('2027-01-01T00:00:00Z'))).toBe(true);
  expect(isPast({ year: 2026, quarter: 1 }, new Date('2026-03-31T12:00:00Z'))).toBe(false);
  expect(isPast({ year: 2026, quarter: 1 }, new Date('2026-04-01T12:00:00Z'))).toBe(true);
});

const at = ({ year, quarter }: Quarter) => year * 4 + quarter;
