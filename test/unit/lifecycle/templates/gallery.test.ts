import { expect, test } from 'vitest';
import type { TemplateSummary } from '#contract/lifecycle/templates';
import { type GalleryView, queryOf, shownIn, viewOf } from '#features/lifecycle/templates/gallery.ts';

const template = (name: string, more: Partial<TemplateSummary> = {}): TemplateSummary => ({
  id: 'appointment',
  category: 'events_booking',
  type: 'booking',
  difficulty: 'beginner',
  setupMinutes: 5,
  name,
  summary: '',
  primaryColor: '#112233',
  stepCount: 1,
  fieldTypes: [],
  useCount: 0,
  rating: { average: null, count: 0, own: null, mayRate: false },
  ...more,
});
const ALL: GalleryView = { search: '', category: null, difficulty: null, sort: 'popular' };
const names = (view: Partial<GalleryView>, templates: readonly TemplateSummary[]) =>
  shownIn({ ...ALL, ...view }, templates, ({ category }) => category ?? '').map(({ name }) => name);

test('a view is in its address and comes back from it; what an address makes up is as ever', () => {
  const view: GalleryView = { search: 'a b', category: 'ecommerce', difficulty: 'advanced', sort: 'quick' };
  expect(viewOf(queryOf(view))).toEqual(view);
  expect(queryOf(ALL).toString()).toBe('');
  expect(viewOf(new URLSearchParams('category=x&difficulty=__proto__&sort=toString'))).toEqual(ALL);
});

test('every word of a search counts, whatever its case and accents', () => {
  const templates = [template('Café bookings'), template('Returns', { summary: 'Photos of damage' })];
  expect(names({ search: 'CAFE book' }, templates)).toEqual(['Café bookings']);
  expect(names({ search: 'damage events' }, templates)).toEqual(['Returns']);
  expect(names({ search: 'cafe damage' }, templates)).toEqual([]);
});

test('category and difficulty narrow it down', () => {
  const templates = [template('A', { category: 'ecommerce' }), template('B', { difficulty: 'advanced' })];
  expect(names({ category: 'ecommerce' }, templates)).toEqual(['A']);
  expect(names({ difficulty: 'advanced' }, templates)).toEqual(['B']);
});

test('the most used, best rated and quickest come first, then by name', () => {
  const rated = (average: number, count: number) => ({
    rating: { average, count, own: null, mayRate: false },
  });
  const templates = [
    template('D', { useCount: 1, setupMinutes: 9 }),
    template('B', { ...rated(4.5, 2), setupMinutes: 3 }),
    template('A', { ...rated(4.5, 9), useCount: 1 }),
    template('C', rated(5, 1)),
  ];
  expect(names({}, templates)).toEqual(['A', 'D', 'B', 'C']);
  expect(names({ sort: 'rating' }, templates)).toEqual(['C', 'A', 'B', 'D']);
  expect(names({ sort: 'quick' }, templates)).toEqual(['B', 'A', 'C', 'D']);
  expect(names({ sort: 'name' }, templates)).toEqual(['A', 'B', 'C', 'D']);
});
