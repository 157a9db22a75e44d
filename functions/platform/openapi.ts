import * as z from 'zod';
import { API_KEY_PREFIX } from '#contract/accounts/api-keys';
import { ErrorBody } from '#contract/base/error-body';
import { type ErrorCode, STATUS } from '#contract/base/errors';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import { ROUTES, type Route } from '#contract/routes';

/** What API Gateway answers by itself: such a call never came to a function. */
const GatewayError = z.object({ message: z.string() });

/** The API as an OpenAPI 3.1 document, made from the same schemas that requests are parsed with. */
export function openApiDocument(server: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operation(name, route) });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version: '0.9.0' },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output'), GatewayError: schemaOf(GatewayError, 'output') },
      responses: REFUSALS,
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A Cognito access token' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}…`,
          description:
            'An API key of an account, made in its settings; `x-parley-key-scope` is the scope that it must have',
        },
        visitor: { type: 'http', scheme: 'bearer', description: "A widget session's token" },
      },
    },
  };
}

function operation(name: string, route: Route): Record<string, unknown> {
  const { area, summary, caller, permission, keyScope, body, response, status } = route;
  return {
    operationId: name,
    tags: [area],
    summary,
    security: caller === 'anyone' ? [] : [{ [caller]: [] }, ...(keyScope ? [{ apiKey: [] }] : [])],
    ...(permission && { 'x-parley-permission': permission }),
    ...(keyScope && { 'x-parley-key-scope': keyScope }),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [status]: response
        ? { description: 'Done', content: json(schemaOf(response, 'output')) }
        : { description: 'Done' },
      ...(caller === 'user' && { 401: refusal('Unauthorized') }),
      429: refusal('TooManyRequests'),
      503: refusal('Busy'),
      default: refusal('Error'),
    },
  };
}

function contentOf(body: NonNullable<Route['body']>): Record<string, unknown> {
  return body === 'raw' ? { '*/*': { schema: {} } } : json(schemaOf(body, 'input'));
}

function pathParameters({ path }: Route) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Route) {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
}

function headerParameters({ permission }: Route) {
  if (!permission) return [];
  const description = "The account to act for; without it the caller's own.";
  return [{ name: ACCOUNT_HEADER, in: 'header', required: false, description, schema: { type: 'string' } }];
}

/** How any route may refuse: named once, since written out with each route they were half of the document. */
const REFUSALS = {
  // The authorizer looks at the token first: its refusal has the gateway's body. A ban or the like has ours.
  Unauthorized: {
    ...byEither(
      'No access token, or one that is forged or has expired: refused by API Gateway before any function is called, as `{"message":"Unauthorized"}`. A function that refuses answers with an Error',
    ),
    headers: {
      'www-authenticate': {
        description: 'What is wrong with the token (RFC 6750)',
        schema: { type: 'string' },
      },
    },
  },
  TooManyRequests: {
    ...byEither('Too many requests, for the API or for this caller'),
    headers: {
      'retry-after': {
        description: 'Seconds until the caller may try again; the API itself does not say',
        schema: { type: 'string' },
      },
    },
  },
  Busy: byEither('Too busy, or not done in time'),
  Error: { description: errorDescription(), content: json(schemaNamed('Error')) },
};

function refusal(name: keyof typeof REFUSALS) {
  return { $ref: `#/components/responses/${name}` };
}

function byEither(description: string) {
  const body = { oneOf: [schemaNamed('GatewayError'), schemaNamed('Error')] };
  return { description, content: json(body) };
}

function schemaNamed(name: 'Error' | 'GatewayError') {
  return { $ref: `#/components/schemas/${name}` };
}

function errorDescription(): string {
  const codes = (Object.entries(STATUS) as [ErrorCode, number][]).map(
    ([code, status]) => `${status} ${code}`,
  );
  return `An error, one of: ${codes.join(', ')}`;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return jsonSchema;
}

function json(schema: Record<string, unknown>) {
  return { 'application/json': { schema } };
}
