import { describe, expect, it } from 'vitest';
import { ROUTES } from '#contract/routes';
import { type ApiRoute, groupRoutes } from '#infra/constructs/grouped-routes';

const route = (area: string, path: string, set: Partial<ApiRoute<string>> = {}): ApiRoute<string> => ({
  area,
  method: 'GET',
  path,
  caller: 'user',
  ...set,
});
const keys = (routes: readonly { method: string; path: string }[]) =>
  routes.map(({ method, path }) => `${method} ${path}`);

describe('the routes of the API', () => {
  it('are each their own as long as there is room for all', () => {
    const routes = Object.values(ROUTES);
    expect(groupRoutes(routes)).toEqual(routes);
  });

  it('are grouped by noun beyond, the largest first, and what others may call keeps its own', () => {
    const routes = [
      route('reports', '/api/reports'),
      route('reports', '/api/reports/{id}'),
      route('reports', '/api/reports/{id}/runs', { method: 'POST' }),
      route('reports', '/api/reports/{id}/runs/{run}'),
      route('admin', '/api/admin/users'),
      route('admin', '/api/admin/log'),
      route('money', '/api/admin/refunds'),
      route('bots', '/api/bots/{id}', { keyScope: 'read' }),
      route('bots', '/api/bots/{id}/flow'),
      route('widget', '/api/widget/{id}', { caller: 'anyone' }),
    ];
    expect(keys(groupRoutes(routes, 8))).toEqual([
      'GET /api/reports',
      'GET /api/admin/users',
      'GET /api/admin/log',
      'GET /api/admin/refunds',
      'GET /api/bots/{id}',
      'GET /api/bots/{id}/flow',
      'GET /api/widget/{id}',
      'ANY /api/reports/{proxy+}',
    ]);
    expect(keys(groupRoutes(routes, 7))).toContain('ANY /api/admin/{proxy+}');
    expect(() => groupRoutes(routes, 6)).toThrow('an API of its own');
  });

  it('have room for as many again in the nouns that can be grouped', () => {
    const most = Object.values(ROUTES).length - 60;
    expect(groupRoutes(Object.values(ROUTES), most).length).toBeLessThanOrEqual(most);
  });
});
