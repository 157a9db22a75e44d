import { CORE_ROUTES } from './routes/core';
import { FURTHER_ROUTES } from './routes/further';
import { VISITOR_ROUTES } from './routes/visitors';

export type { Area, Caller, Route } from './route';

/** Every HTTP route there is: the server routes by it, the API document is made from it, tests walk it. */
export const ROUTES = { ...CORE_ROUTES, ...FURTHER_ROUTES, ...VISITOR_ROUTES } as const;

export type RouteName = keyof typeof ROUTES;
