import { describe, expect, it } from 'vitest';
import { currentState, navigationFor } from '../../../web/src/app/navigation';

const paths = (role: 'admin' | 'client' | 'viewer') => navigationFor({ role }).map(({ to }) => to);

/** Every entry that there will be, in its order. */
const ORDER = [
  '/dashboard',
  '/bots',
  '/analytics',
  '/conversations',
  '/templates',
  '/team',
  '/billing',
  '/settings',
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

  it.each(['client', 'viewer'] as const)('shows a %s nothing that is for administrators', (role) => {
    expect(paths(role)).toEqual(
      paths('admin').filter((path) => !['/admin', '/developer-tools'].includes(path)),
    );
  });

  it('says which entry is the page, and which one it is below', () => {
    const states = (pathname: string) =>
      Object.fromEntries(
        navigationFor({ role: 'client' }).map((entry) => [entry.to, currentState(entry, pathname)]),
      );
    expect(states('/bots')).toMatchObject({ '/bots': 'page', '/dashboard': undefined });
    expect(states('/bots/b1/knowledge')).toMatchObject({ '/bots': 'true' });
    expect(states('/botsy')).toMatchObject({ '/bots': undefined });
    expect(states('/')).toMatchObject({ '/dashboard': 'page', '/bots': undefined });
  });
});
