import { type HeaderPairs, type HttpRequest, header, withHeaders } from '#infra/local/http';
import type { Selection } from './managed-policies';
import type { Behavior } from './model';

/** Address of the edge as origins see it (a range reserved for documentation, so that nobody takes it for a viewer's). */
const EDGE_ADDRESS = '198.51.100.1';

/** The request as it goes to the origin: what the policies let through, and what CloudFront adds. */
export function originRequest(
  behavior: Behavior,
  request: HttpRequest,
  edge: { readonly requestId: string; readonly domainName: string },
): HttpRequest {
  const { forwarding, origin } = behavior;
  const viewer = request.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return (
      !NEVER_FORWARDED.test(lower) &&
      (ALWAYS_FORWARDED.has(lower) || forwarding.headers.some((selection) => takes(selection, lower)))
    );
  });
  const before = header(request.headers, 'x-forwarded-for');
  const ours: HeaderPairs = [
    ...(viewer.some(([name]) => name.toLowerCase() === 'user-agent')
      ? []
      : ([['User-Agent', 'Amazon CloudFront']] as const)),
    ...(viewer.some(([name]) => name.toLowerCase() === 'host')
      ? []
      : ([['Host', origin.domainName]] as const)),
    ...cookies(forwarding.cookies, request.headers),
    ['X-Forwarded-For', before ? `${before}, ${request.sourceIp}` : request.sourceIp],
    ['Via', `1.1 ${edge.domainName} (CloudFront)`],
    ['X-Amz-Cf-Id', edge.requestId],
    // The origin's own headers win over any of the same name that a viewer sends.
    ...origin.customHeaders,
  ];
  return {
    ...request,
    path: origin.path + request.path,
    query: query(forwarding.query, request.query),
    headers: withHeaders(viewer, ours),
    sourceIp: EDGE_ADDRESS,
  };
}

/** The body's own headers, and what asks for a part of it. */
const ALWAYS_FORWARDED = new Set(['content-type', 'content-encoding', 'range', 'if-range']);

const NEVER_FORWARDED =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|cookie|content-length|accept-encoding|x-amz-cf-.*|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

function takes(selection: Selection, name: string): boolean {
  const listed = selection.names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
  switch (selection.behavior) {
    case 'all':
      return true;
    case 'allExcept':
      return !listed;
    case 'whitelist':
      return listed;
    case 'none':
      return false;
  }
}

function cookies(selections: readonly Selection[], headers: HeaderPairs): HeaderPairs {
  const kept = headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(/; */))
    .filter((cookie) => {
      const name = cookie.split('=')[0] ?? '';
      return cookie !== '' && selections.some((selection) => takes(selection, name));
    });
  return kept.length > 0 ? [['Cookie', kept.join('; ')]] : [];
}

function query(selections: readonly Selection[], raw: string): string {
  return raw
    .split('&')
    .filter((part) => {
      const name = part.split('=')[0] ?? '';
      return part !== '' && selections.some((selection) => takes(selection, name));
    })
    .join('&');
}
