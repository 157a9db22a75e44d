import type { Api, Route } from '../api-gateway/model';

/**
 * The route of a message: the one whose key the API's expression (`$request.body.action`) finds in it, else
 * `$default`, which also takes what is not JSON.
 */
export function selectRoute(api: Api, message: string): Route | undefined {
  const path = api.routeSelectionExpression.replace(/^\$\{?request\.body\.?/, '').replace(/\}$/, '');
  const key = lookUp(parsed(message), path);
  const named =
    typeof key === 'string' && !key.startsWith('$')
      ? api.routes.find((route) => route.key === key)
      : undefined;
  return named ?? api.routes.find((route) => route.key === '$default');
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

function lookUp(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.').filter(Boolean)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}
