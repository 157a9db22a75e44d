import { describe, expect, it } from 'vitest';
import { kindOf, planOf } from '#test/run/plan';

const projectsOf = (...words: string[]) => planOf(words).phases.flatMap(({ projects }) => projects);

describe('what npm test runs', () => {
  it('is everything without a word, and every kind must have tests', () => {
    const { phases, checks, filters, whole } = planOf([]);
    expect({ filters, whole }).toEqual({ filters: [], whole: true });
    expect(checks).toEqual(['lint', 'types:node', 'types:pages', 'build']);
    expect(phases.flatMap(({ kinds }) => kinds)).toEqual([
      'unit',
      'component',
      'infra',
      'local',
      'integration',
      'e2e',
    ]);
  });

  it('is lint, types and what needs neither a cloud nor seconds when it is to be quick', () => {
    expect(projectsOf('quick')).toEqual(['unit', 'unit-stand-ins', 'component']);
    expect(planOf(['quick']).checks).toEqual(['lint', 'types:node', 'types:pages']);
    expect(planOf(['quick']).phases.map(({ env }) => env)).toEqual([{ TEST_QUICK: '1' }]);
  });

  it('is what imports a change since a commit, or since the last', () => {
    expect(planOf(['changed', 'main']).filters).toEqual(['--changed', 'main']);
    expect(planOf(['changed']).filters).toEqual(['--changed', 'HEAD']);
  });

  it('is the kind of tests that a path is in, and nothing else', () => {
    expect(projectsOf('test/e2e/accounts/team.test.ts')).toEqual(['e2e']);
    expect(projectsOf('test/integration')).toEqual(['local', 'integration']);
    expect(projectsOf('team.test.ts')).toContain('e2e');
    expect(planOf(['test/e2e/accounts/team.test.ts', 'test/unit/web'])).toMatchObject({
      checks: [],
      filters: ['test/e2e/accounts/team.test.ts', 'test/unit/web'],
      whole: false,
    });
  });
});

it('knows a kind by its folder, the inner one first', () => {
  expect(kindOf('test/integration/local/s3.test.ts')).toBe('local');
  expect(kindOf('test/integration/bots/bots.test.ts')).toBe('integration');
  expect(kindOf('functions/core/bots/bots.ts')).toBeUndefined();
});
