import { expect, it } from 'vitest';
import { changesOf } from '#core/operator/admin/setting-changes';

it('names each single value that differs, as it was and as it is', () => {
  const before = {
    signUpOpen: true,
    answerModel: 'lite',
    maintenance: null,
    limits: { free: { bots: 2 }, starter: { documents: 3 } },
  };
  const change = {
    answerModel: null,
    maintenance: { en: 'Back at\nnoon', de: 'Mittags zurück' },
    limits: { free: { bots: 5 }, professional: { documents: -1 } },
  };
  expect(changesOf(before, change).split('\n').sort()).toEqual([
    'answerModel: "lite" → none',
    'limits.free.bots: 2 → 5',
    'limits.professional.documents: none → -1',
    'limits.starter.documents: 3 → none',
    'maintenance.de: none → "Mittags zurück"',
    'maintenance.en: none → "Back at noon"',
  ]);
});

it('is bounded, however long the values are', () => {
  const long = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`name${n}`, 'x'.repeat(400)]));
  expect(changesOf({}, { flags: long }).length).toBeLessThanOrEqual(4_000);
});
