import type { Route } from '../api-gateway/model';

export interface Match {
  readonly route: Route;
  /** Decoded values of the path's variables. */
  readonly parameters: Readonly<Record<string, string>>;
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'greedy'; readonly name: string };

interface Pattern {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly Segment[];
}

/**
 * Finds the route of a request as API Gateway does: the most specific path that has the method, a literal
 * before `{variable}` before `{greedy+}`, a named method before ANY, and `$default` when nothing else fits.
 */
export function routeMatcher(
  routes: readonly Route[],
): (method: string, segments: readonly string[]) => Match | undefined {
  const fallback = routes.find((route) => route.key === '$default');
  const patterns = routes
    .filter((route) => route !== fallback)
    .map(readPattern)
    .sort(bySpecificity);

  return (method, segments) => {
    for (const pattern of patterns) {
      if (pattern.method !== method && pattern.method !== 'ANY') continue;
      const parameters = variables(pattern.segments, segments);
      if (parameters) return { route: pattern.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

/** The decoded segments of a path, or undefined when it is not valid percent-encoding. */
export function pathSegments(path: string): readonly string[] | undefined {
  try {
    return path.replace(/^\//, '').split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function readPattern(route: Route): Pattern {
  const [, method, path] = /^([A-Z]+) \/(.*)$/.exec(route.key) ?? [];
  if (method === undefined || path === undefined) throw new Error(`route key ${route.key} is not valid`);
  const segments = path.split('/').map((text): Segment => {
    const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(text) ?? [];
    if (name === undefined) return { kind: 'literal', text };
    return { kind: plus ? 'greedy' : 'variable', name };
  });
  return { route, method, segments };
}

function variables(
  pattern: readonly Segment[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at];
    if (segment === undefined) return undefined;
    if (part.kind === 'greedy') {
      const rest = segments.slice(at).join('/');
      if (!rest) return undefined;
      parameters[part.name] = rest;
      return parameters;
    }
    if (part.kind === 'literal' ? segment !== part.text : !segment) return undefined;
    if (part.kind === 'variable') parameters[part.name] = segment;
  }
  return segments.length === pattern.length ? parameters : undefined;
}

const RANK = { literal: 0, variable: 1, greedy: 2 };

function bySpecificity(a: Pattern, b: Pattern): number {
  for (let at = 0; at < Math.min(a.segments.length, b.segments.length); at++) {
    const difference = RANK[a.segments[at]?.kind ?? 'literal'] - RANK[b.segments[at]?.kind ?? 'literal'];
    if (difference) return difference;
  }
  return b.segments.length - a.segments.length || Number(a.method === 'ANY') - Number(b.method === 'ANY');
}
