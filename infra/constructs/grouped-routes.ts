/** A route as the contract lists it. */
export interface ApiRoute<AREA extends string> {
  readonly area: AREA;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly caller: 'user' | 'visitor' | 'anyone';
  /** Set where API keys may call it. */
  readonly keyScope?: string;
}

/** Routes that AWS lets an HTTP API have. */
const MOST_ROUTES = 300;

/** A route of the API, or one for all that an area has below a path: its function tells them apart in any case. */
type GroupedRoute<AREA extends string> = Omit<ApiRoute<AREA>, 'method'> & {
  readonly method: ApiRoute<AREA>['method'] | 'ANY';
};

/**
 * As many routes as the API may have. Where there are more, those of a noun (`/api/reports`) that one area answers for users
 * alone become `ANY /api/reports/{proxy+}`, the largest noun first. What has a caller or a limit of its own keeps its
 * route, which is more specific.
 */
export function groupRoutes<AREA extends string>(
  routes: readonly ApiRoute<AREA>[],
  most = MOST_ROUTES,
): readonly GroupedRoute<AREA>[] {
  const nouns = new Map<string, ApiRoute<AREA>[]>();
  for (const route of routes) {
    const noun = `${route.area} ${nounOf(route.path)}`;
    nouns.set(noun, [...(nouns.get(noun) ?? []), route]);
  }
  const groups = [...nouns.values()]
    .map((own) => own.filter(({ path }) => path !== nounOf(path)))
    .filter((own) => own.length > 1 && own.every(isPlain))
    .sort((one, other) => other.length - one.length);
  let grouped: readonly GroupedRoute<AREA>[] = routes;
  for (const own of groups) {
    if (grouped.length <= most) break;
    const [first] = own;
    if (!first) continue;
    const { area, caller } = first;
    grouped = [
      ...grouped.filter((route) => !own.some((each) => each === route)),
      { area, caller, method: 'ANY', path: `${nounOf(first.path)}/{proxy+}` },
    ];
  }
  if (grouped.length > most)
    throw new Error(
      `The API has ${grouped.length} routes, and AWS takes ${most}: give one area an API of its own.`,
    );
  return grouped;
}

const isPlain = ({ caller, keyScope }: ApiRoute<string>) => caller === 'user' && keyScope === undefined;

/** `/api/reports/{id}` is of `/api/reports`. */
function nounOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}
