/** Which of the viewer's headers, cookies or query parameters reach the origin. */
export interface Selection {
  readonly behavior: 'none' | 'whitelist' | 'allExcept' | 'all';
  readonly names: readonly string[];
}

/** A name passes when any of the selections takes it. */
export interface Forwarding {
  readonly headers: readonly Selection[];
  readonly cookies: readonly Selection[];
  readonly query: readonly Selection[];
}

const NONE: Selection = { behavior: 'none', names: [] };
const ALL: Selection = { behavior: 'all', names: [] };
const NOTHING: Forwarding = { headers: [NONE], cookies: [NONE], query: [NONE] };

/** Cache policies that AWS offers under fixed ids; one that is not here can't be used until it is written down. */
export function managedCachePolicy(id: string) {
  switch (id) {
    case '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': // CachingDisabled
      return { compression: [], forwarding: NOTHING };
    case '658327ea-f89d-4fab-a63d-7e88639e58f6': // CachingOptimized
      return { compression: ['br', 'gzip'] as const, forwarding: NOTHING };
    case 'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': // CachingOptimizedForUncompressedObjects
      return { compression: [], forwarding: NOTHING };
    default:
      return undefined;
  }
}

/** Origin request policies that AWS offers under fixed ids. */
export function managedOriginRequestPolicy(id: string): Forwarding | undefined {
  switch (id) {
    case 'b689b0a8-53d0-40ab-baf2-68738e2966ac': // AllViewerExceptHostHeader
      return { headers: [{ behavior: 'allExcept', names: ['host'] }], cookies: [ALL], query: [ALL] };
    case '216adef6-5c7f-47e4-b989-5492eafa07d3': // AllViewer
      return { headers: [ALL], cookies: [ALL], query: [ALL] };
    case '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf': // CORS-S3Origin
      return {
        headers: [
          {
            behavior: 'whitelist',
            names: ['origin', 'access-control-request-headers', 'access-control-request-method'],
          },
        ],
        cookies: [NONE],
        query: [NONE],
      };
    default:
      return undefined;
  }
}
