import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { described, readProperties } from '#infra/local/assembly/properties';

/** An API of the template with all that belongs to it. */
export interface Api {
  readonly id: string;
  readonly region: string;
  readonly protocol: 'HTTP' | 'WEBSOCKET';
  readonly routeSelectionExpression: string;
  readonly cors: Cors | undefined;
  readonly routes: readonly Route[];
  readonly stages: readonly Stage[];
}

export interface Route {
  readonly key: string;
  readonly integration: Integration;
  /** Undefined: open to anyone. */
  readonly authorizer: Authorizer | undefined;
  /** Of a JWT authorizer: one of these must be among the token's scopes. */
  readonly scopes: readonly string[];
  /** Of a WebSocket route: what the function returns goes to the client. */
  readonly responds: boolean;
}

export interface Integration {
  readonly uri: string;
  /** Milliseconds; undefined: as long as AWS allows. */
  readonly timeout: number | undefined;
}

export interface JwtAuthorizer {
  readonly type: 'JWT';
  readonly identitySource: string;
  readonly issuer: string;
  readonly audience: readonly string[];
}

export interface LambdaAuthorizer {
  readonly type: 'REQUEST';
  readonly id: string;
  readonly uri: string;
  readonly identitySources: readonly string[];
  readonly simpleResponses: boolean;
  /** Seconds that an answer is kept for the same identity; 0 keeps none. */
  readonly ttl: number;
}

export type Authorizer = JwtAuthorizer | LambdaAuthorizer;

export interface Throttle {
  /** Requests at once, and requests a second after that. */
  readonly burst: number;
  readonly rate: number;
}

export interface Stage {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly defaultThrottle: Throttle | undefined;
  readonly throttles: ReadonlyMap<string, Throttle>;
}

/**
 * The template's APIs of one protocol. Properties are parsed strictly: one that means something on AWS and
 * nothing here is an error that names it, rather than a difference found after the deployment.
 */
export function readApis(resources: readonly Resource[], protocol: Api['protocol']): readonly Api[] {
  const ofType = (type: string) =>
    resources.filter((resource) => resource.type === `AWS::ApiGatewayV2::${type}`);
  const parts: Parts = {
    integrations: new Map(ofType('Integration').map((resource) => [resource.id, resource])),
    authorizers: new Map(ofType('Authorizer').map((resource) => [resource.id, resource])),
    routes: ofType('Route'),
    stages: ofType('Stage'),
  };
  return ofType('Api')
    .filter((resource) => resource.properties.ProtocolType === protocol)
    .map((resource) => readApi(resource, protocol, parts));
}

interface Parts {
  readonly integrations: ReadonlyMap<string, Resource>;
  readonly authorizers: ReadonlyMap<string, Resource>;
  readonly routes: readonly Resource[];
  readonly stages: readonly Resource[];
}

/** Says nothing about how the API answers. */
const ignored = z.unknown().optional();

const Cors = z
  .strictObject({
    AllowCredentials: z.boolean().default(false),
    AllowHeaders: z.array(z.string()).default([]),
    AllowMethods: z.array(z.string()).default([]),
    AllowOrigins: z.array(z.string()).default([]),
    ExposeHeaders: z.array(z.string()).default([]),
    MaxAge: z.number().optional(),
  })
  .transform((cors) => ({
    credentials: cors.AllowCredentials,
    headers: cors.AllowHeaders,
    methods: cors.AllowMethods,
    origins: cors.AllowOrigins,
    expose: cors.ExposeHeaders,
    maxAge: cors.MaxAge,
  }));
export type Cors = z.infer<typeof Cors>;

const ApiProperties = z.strictObject({
  Name: ignored,
  Description: ignored,
  Tags: ignored,
  Version: ignored,
  IpAddressType: ignored,
  ProtocolType: z.enum(['HTTP', 'WEBSOCKET']),
  RouteSelectionExpression: z.string().optional(),
  DisableExecuteApiEndpoint: z.literal(false).optional(),
  CorsConfiguration: Cors.optional(),
});

const RouteProperties = z.strictObject({
  ApiId: z.string(),
  OperationName: ignored,
  ApiKeyRequired: z.literal(false).optional(),
  RouteKey: z.string(),
  Target: z.string().transform((target) => target.replace(/^integrations\//, '')),
  AuthorizationType: z.enum(['NONE', 'JWT', 'CUSTOM']).default('NONE'),
  AuthorizationScopes: z.array(z.string()).default([]),
  AuthorizerId: z.string().optional(),
  RouteResponseSelectionExpression: z.literal('$default').optional(),
});

const IntegrationProperties = z.strictObject({
  ApiId: ignored,
  Description: ignored,
  // CDK's HTTP constructs name the connection even where there is only one.
  ConnectionType: z.literal('INTERNET').optional(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationMethod: ignored,
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.string().optional(),
  TimeoutInMillis: z.number().optional(),
});

const AuthorizerProperties = z.discriminatedUnion('AuthorizerType', [
  z.strictObject({
    AuthorizerType: z.literal('JWT'),
    ApiId: ignored,
    Name: ignored,
    IdentitySource: z.tuple([z.string()]),
    JwtConfiguration: z.strictObject({ Issuer: z.string(), Audience: z.array(z.string()).min(1) }),
  }),
  z.strictObject({
    AuthorizerType: z.literal('REQUEST'),
    ApiId: ignored,
    Name: ignored,
    AuthorizerUri: z.string(),
    AuthorizerPayloadFormatVersion: z.literal('2.0').optional(),
    AuthorizerResultTtlInSeconds: z.number().default(0),
    EnableSimpleResponses: z.boolean().default(false),
    IdentitySource: z.array(z.string()).default([]),
  }),
]);

const RouteSettings = z.strictObject({
  ThrottlingBurstLimit: z.number().optional(),
  ThrottlingRateLimit: z.number().optional(),
  DetailedMetricsEnabled: ignored,
  DataTraceEnabled: ignored,
  LoggingLevel: ignored,
});

const StageProperties = z.strictObject({
  ApiId: z.string(),
  Description: ignored,
  Tags: ignored,
  DeploymentId: ignored,
  AccessLogSettings: ignored,
  AutoDeploy: ignored,
  StageName: z.string(),
  StageVariables: z.record(z.string(), z.string()).default({}),
  DefaultRouteSettings: RouteSettings.optional(),
  RouteSettings: z.record(z.string(), RouteSettings).default({}),
});

function readApi(resource: Resource, protocol: Api['protocol'], parts: Parts): Api {
  const properties = readProperties(ApiProperties, resource);
  const routes = parts.routes
    .filter((route) => route.properties.ApiId === resource.id)
    .map((route) => readRoute(route, protocol, parts));
  const stages = parts.stages.filter((stage) => stage.properties.ApiId === resource.id).map(readStage);
  return {
    id: resource.id,
    region: resource.region,
    protocol,
    routeSelectionExpression: properties.RouteSelectionExpression ?? '$request.body.action',
    cors: properties.CorsConfiguration,
    routes,
    stages,
  };
}

function readRoute(resource: Resource, protocol: Api['protocol'], parts: Parts): Route {
  const properties = readProperties(RouteProperties, resource);
  const authorizer =
    properties.AuthorizationType === 'NONE'
      ? undefined
      : readAuthorizer(referenced(parts.authorizers, properties.AuthorizerId, resource, 'AuthorizerId'));
  return {
    key: properties.RouteKey,
    integration: readIntegration(
      referenced(parts.integrations, properties.Target, resource, 'Target'),
      protocol,
    ),
    authorizer,
    scopes: properties.AuthorizationScopes,
    responds: properties.RouteResponseSelectionExpression !== undefined,
  };
}

function readIntegration(resource: Resource, protocol: Api['protocol']): Integration {
  const properties = readProperties(IntegrationProperties, resource);
  if (protocol === 'HTTP' && properties.PayloadFormatVersion !== '2.0') {
    throw new Error(`${described(resource)}: only PayloadFormatVersion 2.0 runs locally`);
  }
  return { uri: properties.IntegrationUri, timeout: properties.TimeoutInMillis };
}

function readAuthorizer(resource: Resource): Authorizer {
  const properties = readProperties(AuthorizerProperties, resource);
  return properties.AuthorizerType === 'JWT'
    ? {
        type: 'JWT',
        identitySource: properties.IdentitySource[0],
        issuer: properties.JwtConfiguration.Issuer,
        audience: properties.JwtConfiguration.Audience,
      }
    : {
        type: 'REQUEST',
        id: resource.id,
        uri: properties.AuthorizerUri,
        identitySources: properties.IdentitySource,
        simpleResponses: properties.EnableSimpleResponses,
        ttl: properties.AuthorizerResultTtlInSeconds,
      };
}

function readStage(resource: Resource): Stage {
  const properties = readProperties(StageProperties, resource);
  const throttles = Object.entries(properties.RouteSettings).flatMap(([key, settings]) => {
    const throttle = readThrottle(settings);
    return throttle ? [[key, throttle] as const] : [];
  });
  return {
    name: properties.StageName,
    variables: properties.StageVariables,
    defaultThrottle: readThrottle(properties.DefaultRouteSettings),
    throttles: new Map(throttles),
  };
}

function readThrottle(settings: z.infer<typeof RouteSettings> | undefined): Throttle | undefined {
  if (settings?.ThrottlingBurstLimit === undefined || settings.ThrottlingRateLimit === undefined)
    return undefined;
  return { burst: settings.ThrottlingBurstLimit, rate: settings.ThrottlingRateLimit };
}

function referenced(
  resources: ReadonlyMap<string, Resource>,
  id: string | undefined,
  by: Resource,
  property: string,
): Resource {
  const resource = id === undefined ? undefined : resources.get(id);
  if (!resource) throw new Error(`${described(by)}: ${property} names no resource of the assembly`);
  return resource;
}
