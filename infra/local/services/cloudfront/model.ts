import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { described, readProperties } from '#infra/local/assembly/properties';
import { ResponseHeaders } from './headers-policy';
import { type Forwarding, managedCachePolicy, managedOriginRequestPolicy } from './managed-policies';

export interface Distribution {
  readonly id: string;
  readonly domainName: string;
  readonly aliases: readonly string[];
  readonly defaultRootObject: string | undefined;
  /** In the order in which their patterns are tried; the last takes everything. */
  readonly behaviors: readonly Behavior[];
}

export interface Behavior {
  readonly pattern: string;
  readonly origin: Origin;
  /** Another that is asked where the origin answers with one of these. */
  readonly fallback: { readonly origin: Origin; readonly statuses: readonly number[] } | undefined;
  readonly allowedMethods: readonly string[];
  readonly compression: readonly Compression[];
  readonly forwarding: Forwarding;
  readonly viewerRequest: FunctionSource | undefined;
  readonly viewerResponse: FunctionSource | undefined;
  readonly responseHeaders: ResponseHeaders | undefined;
}

export type Compression = 'br' | 'gzip';

export interface Origin {
  readonly kind: 's3' | 'custom';
  readonly domainName: string;
  readonly path: string;
  readonly customHeaders: readonly (readonly [string, string])[];
}

export interface FunctionSource {
  readonly name: string;
  readonly code: string;
}

/** Says nothing about how the edge answers, or needs TLS, or a world to be distributed over. */
const ignored = z.unknown().optional();

const BehaviorProperties = {
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: ignored,
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachedMethods: ignored,
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z
    .array(
      z.strictObject({ EventType: z.enum(['viewer-request', 'viewer-response']), FunctionARN: z.string() }),
    )
    .default([]),
};

const DefaultBehavior = z.strictObject(BehaviorProperties);
const PathBehavior = z.strictObject({ ...BehaviorProperties, PathPattern: z.string() });

const OriginProperties = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().default(''),
  OriginCustomHeaders: z
    .array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() }))
    .default([]),
  OriginAccessControlId: ignored,
  S3OriginConfig: ignored,
  CustomOriginConfig: ignored,
  ConnectionAttempts: ignored,
  ConnectionTimeout: ignored,
  ResponseCompletionTimeout: ignored,
  OriginShield: ignored,
});

const OriginGroup = z.strictObject({
  Id: z.string(),
  FailoverCriteria: z.strictObject({
    StatusCodes: z.strictObject({ Items: z.array(z.number()), Quantity: ignored }),
  }),
  Members: z.strictObject({
    Items: z.tuple([z.strictObject({ OriginId: z.string() }), z.strictObject({ OriginId: z.string() })]),
    Quantity: ignored,
  }),
  SelectionCriteria: ignored,
});

const DistributionProperties = z.strictObject({
  Tags: ignored,
  DistributionConfig: z.strictObject({
    Aliases: z.array(z.string()).default([]),
    DefaultRootObject: z.string().optional(),
    DefaultCacheBehavior: DefaultBehavior,
    CacheBehaviors: z.array(PathBehavior).default([]),
    Origins: z.array(OriginProperties),
    OriginGroups: z
      .strictObject({ Items: z.array(OriginGroup).default([]), Quantity: ignored })
      .default({ Items: [] }),
    Enabled: z.literal(true),
    Comment: ignored,
    HttpVersion: ignored,
    IPV6Enabled: ignored,
    Logging: ignored,
    PriceClass: ignored,
    Restrictions: ignored,
    ViewerCertificate: ignored,
    WebACLId: ignored,
  }),
});

const FunctionProperties = z.strictObject({
  Name: z.string(),
  AutoPublish: z.literal(true),
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({ Comment: ignored, Runtime: z.literal('cloudfront-js-2.0') }),
  FunctionMetadata: ignored,
  Tags: ignored,
});

const Selection = z.object({
  behavior: z.enum(['none', 'whitelist', 'allExcept', 'all']),
  names: z.array(z.string()),
});

const HeaderSelection = z
  .strictObject({
    HeaderBehavior: z.enum(['none', 'whitelist', 'allViewer', 'allExcept']),
    Headers: z.array(z.string()).default([]),
  })
  .transform(({ HeaderBehavior, Headers }) => ({
    behavior: HeaderBehavior === 'allViewer' ? ('all' as const) : HeaderBehavior,
    names: Headers,
  }))
  .pipe(Selection);
const CookieSelection = z
  .strictObject({
    CookieBehavior: z.enum(['none', 'whitelist', 'allExcept', 'all']),
    Cookies: z.array(z.string()).default([]),
  })
  .transform(({ CookieBehavior, Cookies }) => ({ behavior: CookieBehavior, names: Cookies }))
  .pipe(Selection);
const QuerySelection = z
  .strictObject({
    QueryStringBehavior: z.enum(['none', 'whitelist', 'allExcept', 'all']),
    QueryStrings: z.array(z.string()).default([]),
  })
  .transform(({ QueryStringBehavior, QueryStrings }) => ({
    behavior: QueryStringBehavior,
    names: QueryStrings,
  }))
  .pipe(Selection);

const OriginRequestPolicy = z.strictObject({
  OriginRequestPolicyConfig: z.strictObject({
    Name: ignored,
    Comment: ignored,
    HeadersConfig: HeaderSelection,
    CookiesConfig: CookieSelection,
    QueryStringsConfig: QuerySelection,
  }),
});

const CachePolicy = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Name: ignored,
    Comment: ignored,
    DefaultTTL: ignored,
    MaxTTL: z.number(),
    MinTTL: ignored,
    ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
      EnableAcceptEncodingBrotli: z.boolean().default(false),
      EnableAcceptEncodingGzip: z.boolean(),
      HeadersConfig: HeaderSelection,
      CookiesConfig: CookieSelection,
      QueryStringsConfig: QuerySelection,
    }),
  }),
});

const ResponseHeadersPolicy = z.strictObject({ ResponseHeadersPolicyConfig: ResponseHeaders });

/**
 * The template's one distribution with everything its behaviours name. Properties are parsed strictly: one that
 * means something on AWS and nothing here is an error that names it.
 */
export function readDistribution(resources: readonly Resource[]): Distribution {
  const distributions = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  const [resource] = distributions;
  if (!resource || distributions.length > 1) {
    throw new Error(`the assembly has ${distributions.length} CloudFront distributions; one can be served`);
  }
  const { DistributionConfig: config } = readProperties(DistributionProperties, resource);
  const origins = new Map(config.Origins.map((origin) => [origin.Id, readOrigin(origin)]));
  const originOf = (id: string): Origin => {
    const origin = origins.get(id);
    if (!origin) throw new Error(`${described(resource)}: no origin ${id}`);
    return origin;
  };

  const behavior = (pattern: string, properties: z.infer<typeof DefaultBehavior>): Behavior => {
    const group = config.OriginGroups.Items.find(({ Id }) => Id === properties.TargetOriginId);
    const [first, second] = group?.Members.Items ?? [];
    const origin = originOf(first?.OriginId ?? properties.TargetOriginId);
    const fallback =
      group && second
        ? { origin: originOf(second.OriginId), statuses: group.FailoverCriteria.StatusCodes.Items }
        : undefined;
    const cache = cachePolicy(resources, properties.CachePolicyId);
    const requested = properties.OriginRequestPolicyId;
    const functionFor = (eventType: 'viewer-request' | 'viewer-response') => {
      const association = properties.FunctionAssociations.find(({ EventType }) => EventType === eventType);
      return association && readFunction(find(resources, 'Function', association.FunctionARN));
    };
    const headersPolicy = properties.ResponseHeadersPolicyId;
    return {
      pattern,
      origin,
      fallback,
      allowedMethods: properties.AllowedMethods,
      compression: properties.Compress ? cache.compression : [],
      // What the cache key holds is always forwarded too.
      forwarding:
        requested === undefined
          ? cache.forwarding
          : both(cache.forwarding, originRequestPolicy(resources, requested)),
      viewerRequest: functionFor('viewer-request'),
      viewerResponse: functionFor('viewer-response'),
      responseHeaders:
        headersPolicy === undefined
          ? undefined
          : readProperties(ResponseHeadersPolicy, find(resources, 'ResponseHeadersPolicy', headersPolicy))
              .ResponseHeadersPolicyConfig,
    };
  };

  return {
    id: resource.id,
    domainName: resource.attributes.DomainName ?? `${resource.id.toLowerCase()}.cloudfront.net`,
    aliases: config.Aliases,
    defaultRootObject: config.DefaultRootObject,
    behaviors: [
      ...config.CacheBehaviors.map(({ PathPattern, ...properties }) => behavior(PathPattern, properties)),
      behavior('*', config.DefaultCacheBehavior),
    ],
  };
}

function readOrigin(origin: z.infer<typeof OriginProperties>): Origin {
  return {
    kind: origin.S3OriginConfig === undefined ? 'custom' : 's3',
    domainName: origin.DomainName,
    path: origin.OriginPath,
    customHeaders: origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
  };
}

function readFunction(resource: Resource): FunctionSource {
  const properties = readProperties(FunctionProperties, resource);
  return { name: properties.Name, code: properties.FunctionCode };
}

interface ReadCachePolicy {
  readonly compression: readonly Compression[];
  readonly forwarding: Forwarding;
}

function cachePolicy(resources: readonly Resource[], id: string): ReadCachePolicy {
  const managed = managedCachePolicy(id);
  if (managed) return managed;
  const { CachePolicyConfig: config } = readProperties(CachePolicy, find(resources, 'CachePolicy', id));
  const parameters = config.ParametersInCacheKeyAndForwardedToOrigin;
  // An edge that may keep nothing compresses nothing.
  const compresses = config.MaxTTL > 0;
  return {
    compression: [
      ...(compresses && parameters.EnableAcceptEncodingBrotli ? (['br'] as const) : []),
      ...(compresses && parameters.EnableAcceptEncodingGzip ? (['gzip'] as const) : []),
    ],
    forwarding: {
      headers: [parameters.HeadersConfig],
      cookies: [parameters.CookiesConfig],
      query: [parameters.QueryStringsConfig],
    },
  };
}

function originRequestPolicy(resources: readonly Resource[], id: string): Forwarding {
  const managed = managedOriginRequestPolicy(id);
  if (managed) return managed;
  const { OriginRequestPolicyConfig: config } = readProperties(
    OriginRequestPolicy,
    find(resources, 'OriginRequestPolicy', id),
  );
  return {
    headers: [config.HeadersConfig],
    cookies: [config.CookiesConfig],
    query: [config.QueryStringsConfig],
  };
}

function both(one: Forwarding, other: Forwarding): Forwarding {
  return {
    headers: [...one.headers, ...other.headers],
    cookies: [...one.cookies, ...other.cookies],
    query: [...one.query, ...other.query],
  };
}

function find(resources: readonly Resource[], kind: string, id: string): Resource {
  const type = `AWS::CloudFront::${kind}`;
  const resource = resources.find(
    (candidate) =>
      candidate.type === type && (candidate.id === id || Object.values(candidate.attributes).includes(id)),
  );
  if (!resource) throw new Error(`the distribution names a ${type} that does not run locally: ${id}`);
  return resource;
}
