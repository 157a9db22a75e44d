import { ROUTES, type Route, type RouteName } from '#contract/routes';

/** What a browser knows of a route: where it is. The schemas stay with the server, and with them all of zod. */
export type Address = Pick<Route, 'method' | 'path' | 'caller'> & { readonly answers: boolean };

export const ADDRESSES = Object.fromEntries(
  Object.entries<Route>(ROUTES).map(([name, { method, path, caller, response }]) => [
    name,
    { method, path, caller, answers: response !== undefined },
  ]),
) as Readonly<Record<RouteName, Address>>;
