import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { guardedRoutes, pathsOf } from '#app/guarded-routes.tsx';
import { ROUTES } from '#app/router.tsx';
import { ToRoot } from '#app/ToRoot.tsx';

// What a guard does is seen in the browser (test/e2e/routes.test.ts), at a few pages; here, that all have the same one.

/** An address of each path in the list: parameters and wildcards filled with something. */
const GUARDED = pathsOf(guardedRoutes).map(
  (path) => `/${path.replaceAll(/:\w+/g, 'some-id').replace('*', 'anything')}`,
);
const OPEN = ['/', '/about', '/pricing', '/auth/login', '/reset-password', '/chat-demo', '/nothing/here'];

/** The routes at an address, the outermost first. */
const at = (host: 'root' | 'app', path: string): RouteObject[] =>
  (matchRoutes([...ROUTES[host]], path) ?? []).map(({ route }) => route as RouteObject);

describe('the routes', () => {
  it('know the pages that are for signed-in people', () => {
    expect(GUARDED).toEqual(
      expect.arrayContaining(['/dashboard', '/bots/some-id/settings', '/admin', '/subscription/anything']),
    );
  });

  it.each(GUARDED)('of the root host hand %s over as they do the dashboard, and nothing else', (path) => {
    const [handOver] = at('root', '/dashboard');
    expect(handOver?.lazy).toBeTypeOf('function');
    expect(at('root', path).map(({ lazy }) => lazy)).toEqual([handOver?.lazy]);
  });

  it.each(OPEN)('of the root host don’t hand %s over', (path) => {
    const [handOver] = at('root', '/dashboard');
    expect(at('root', path).map(({ lazy }) => lazy)).not.toContain(handOver?.lazy);
  });

  it.each(GUARDED)('of the application have %s inside the dashboard’s guard', (path) => {
    const [guard] = at('app', '/dashboard');
    expect(guard?.lazy).toBeTypeOf('function');
    expect(at('app', path)[0]).toBe(guard);
  });

  it.each([
    '/about',
    '/roadmap',
    '/privacy',
    '/terms',
    '/impressum',
    '/pricing',
    '/contact',
    '/auth',
    '/auth/signup',
    '/auth/register',
    '/auth/reset',
    '/auth/confirm',
    '/reset-password',
  ])('of the application lead %s to the root host', (path) => {
    expect(at('app', path).map(({ Component }) => Component)).toEqual([ToRoot]);
  });

  it('of the application have what is for administrators inside a guard that other pages don’t have', () => {
    // Both have pages below them: the last two are the area's frame and its first page.
    const areas = (path: string) => at('app', path).slice(0, path === '/dashboard' ? -1 : -2);
    expect(areas('/admin')).toEqual(areas('/developer-tools'));
    expect(areas('/admin')).toHaveLength(areas('/dashboard').length + 1);
    for (const path of GUARDED.filter((path) => !/^\/(admin|developer-tools)/.test(path))) {
      expect(at('app', path)).not.toContain(areas('/admin').at(-1));
    }
  });
});
