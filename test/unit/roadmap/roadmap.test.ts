import { expect, test } from 'vitest';
import { MILESTONES, ROADMAP, type RoadmapFeature, RoadmapStatus } from '../../../functions/contract/roadmap';

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

test('there is something in every status, at the time of its milestone', () => {
  const milestones = Object.values(MILESTONES);
  for (const status of RoadmapStatus.options) {
    const dates = features
      .filter((feature) => feature.status === status)
      .map((feature) => ('completedDate' in feature ? feature.completedDate : feature.estimatedDate));
    expect(dates.length).toBeGreaterThan(2);
    const milestone = milestones.find((one) => one.status === status);
    for (const date of dates) expect(date).toEqual(milestone?.date);
  }
});
