import { describe, expect, it } from 'vitest';
import { currentState, navigationFor } from '#app/navigation.ts';
import type { ProfileRole, TeamRole } from '#contract/base/permissions';

const paths = (profile: ProfileRole, team: TeamRole = 'owner') =>
  navigationFor({ profile, team }).map(({ to }) => to);

/** Every entry that there will be, in its order. */
const ORDER = [
  '/dashboard',
  '/bots',
  '/conversations',
  '/analytics',
  '/analytics/reports',
  '/templates',
  '/team',
  '/usage',
  '/billing',
  '/settings',
  '/notifications',
  '/profile',
  '/help',
  '/admin',
  '/developer-tools',
];

describe('the navigation', () => {
  it('shows what exists, in the order of the whole', () => {
    const shown = paths('admin');
    expect(shown).toEqual(ORDER.filter((path) => shown.includes(path)));
    expect(shown.length).toBeGreaterThanOrEqual(5);
  });

  it('shows nobody else what is for administrators of the platform', () => {
    expect(paths('client')).toEqual(
      paths('admin').filter((path) => !['/admin', '/developer-tools'].includes(path)),
    );
  });

  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
    ['viewer', false],
  ] as const)('leads a team %s only to pages that she may see', (team, isShown) => {
    const shown = paths('client', team);
    for (const path of ['/billing', '/analytics/reports']) expect(shown.includes(path)).toBe(isShown);
    for (const path of [
      '/dashboard',
      '/bots',
      '/conversations',
      '/analytics',
      '/team',
      '/usage',
      '/settings',
    ])
      expect(shown).toContain(path);
  });

  it('shows a viewer of the platform nothing that is refused, whatever their team role', () => {
    expect(paths('viewer')).not.toContain('/billing');
  });

  it('says which entry is the page, and which one it is below', () => {
    const states = (pathname: string) =>
      Object.fromEntries(
        navigationFor({ profile: 'client', team: 'owner' }).map((entry) => [
          entry.to,
          currentState(entry, pathname),
        ]),
      );
    expect(states('/bots')).toMatchObject({ '/bots': 'page', '/dashboard': undefined });
    expect(states('/bots/b1/knowledge')).toMatchObject({ '/bots': 'true' });
    expect(states('/botsy')).toMatchObject({ '/bots': undefined });
    expect(states('/')).toMatchObject({ '/dashboard': 'page', '/bots': undefined });
  });
});
