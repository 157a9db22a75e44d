import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { type HeaderPairs, type HttpRequest, type HttpResponse, withHeaders } from '#infra/local/http';

/** What the function answered is no request and no response that CloudFront would accept. */
export class InvalidEdgeResult extends Error {}

const Value = z.object({
  value: z.string(),
  multiValue: z.array(z.object({ value: z.string() })).optional(),
});
const Values = z.record(z.string(), Value);
type Values = z.infer<typeof Values>;

const Cookie = Value.extend({ attributes: z.string().optional() });
const Cookies = z.record(z.string(), Cookie);
type Cookies = z.infer<typeof Cookies>;

const RequestResult = z.object({
  method: z.string(),
  uri: z.string().startsWith('/'),
  querystring: Values.default({}),
  headers: Values.default({}),
  cookies: Cookies.default({}),
});

const ResponseResult = z.object({
  statusCode: z.number().int().min(200).max(599),
  statusDescription: z.string().optional(),
  headers: Values.default({}),
  cookies: Cookies.default({}),
  body: z
    .union([z.string(), z.object({ encoding: z.enum(['text', 'base64']), data: z.string() })])
    .optional(),
});

export interface EventContext {
  readonly distributionDomainName: string;
  readonly distributionId: string;
  readonly requestId: string;
  readonly viewerIp: string;
}

export function viewerRequestEvent(context: EventContext, request: HttpRequest) {
  return event(context, 'viewer-request', { request: requestPart(request) });
}

export function viewerResponseEvent(context: EventContext, request: HttpRequest, response: HttpResponse) {
  return event(context, 'viewer-response', {
    request: requestPart(request),
    response: responsePart(response),
  });
}

function event(context: EventContext, eventType: string, parts: object) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: context.distributionDomainName,
      distributionId: context.distributionId,
      eventType,
      requestId: context.requestId,
    },
    viewer: { ip: context.viewerIp },
    ...parts,
  };
}

/** The request that a viewer-request function passed on, or the response it gave instead. */
export function viewerRequestResult(
  request: HttpRequest,
  result: unknown,
): { readonly request: HttpRequest } | { readonly response: HttpResponse } {
  if (typeof result === 'object' && result !== null && 'statusCode' in result) {
    return { response: generatedResponse(parse(ResponseResult, result)) };
  }
  const before = requestPart(request);
  const after = parse(RequestResult, result);
  if (after.method !== request.method) throw new InvalidEdgeResult('the method is read-only');
  checkHeaders(before.headers, after.headers, READ_ONLY_OF_REQUESTS);
  return {
    request: {
      ...request,
      path: after.uri,
      query: same(before.querystring, after.querystring) ? request.query : queryOf(after.querystring),
      headers: [
        ...pairs(after.headers),
        // Headers that functions do not see stay as they are.
        ...request.headers.filter(([name]) => isHidden(name)),
        ...cookieHeader(after.cookies),
      ],
    },
  };
}

/** The response with the changes of a viewer-response function, which cannot see its body but may put another there. */
export function viewerResponseResult(response: HttpResponse, result: unknown): HttpResponse {
  const after = parse(ResponseResult, result);
  checkHeaders(responsePart(response).headers, after.headers, READ_ONLY_OF_RESPONSES);
  const headers = [
    ...pairs(after.headers),
    ...response.headers.filter(([name]) => isHidden(name)),
    ...setCookies(after.cookies),
  ];
  if (after.body === undefined) return { status: after.statusCode, headers, body: response.body };
  const body = bytesOf(after.body);
  return {
    status: after.statusCode,
    headers: withHeaders(headers, [['content-length', String(body.length)]]),
    body,
  };
}

function requestPart(request: HttpRequest) {
  const cookies: Cookies = {};
  for (const [name, value] of request.headers) {
    if (name.toLowerCase() === 'cookie') addCookies(cookies, value);
  }
  return {
    method: request.method,
    uri: request.path,
    querystring: valuesOf(
      request.query
        .split('&')
        .filter(Boolean)
        .map((part) => {
          const equals = part.indexOf('=');
          return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
        }),
    ),
    headers: valuesOf(
      request.headers
        .filter(([name]) => name.toLowerCase() !== 'cookie' && !isHidden(name))
        .map(([name, value]) => [name.toLowerCase(), value]),
    ),
    cookies,
  };
}

function responsePart(response: HttpResponse) {
  const cookies: Cookies = {};
  for (const [name, value] of response.headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const [, key = '', content = '', attributes] = /^([^=]*)=([^;]*)(?:; ?(.*))?$/.exec(value) ?? [];
    cookies[key] = { value: content, ...(attributes && { attributes }) };
  }
  return {
    statusCode: response.status,
    statusDescription: STATUS_CODES[response.status] ?? '',
    headers: valuesOf(
      response.headers
        .filter(([name]) => name.toLowerCase() !== 'set-cookie' && !isHidden(name))
        .map(([name, value]) => [name.toLowerCase(), value]),
    ),
    cookies,
  };
}

function generatedResponse(result: z.infer<typeof ResponseResult>): HttpResponse {
  checkHeaders({}, result.headers, READ_ONLY_OF_RESPONSES);
  const bytes = bytesOf(result.body ?? '');
  return {
    status: result.statusCode,
    headers: [
      ...pairs(result.headers),
      ...setCookies(result.cookies),
      ['content-length', String(bytes.length)],
    ],
    body: bytes,
  };
}

function bytesOf(body: NonNullable<z.infer<typeof ResponseResult>['body']>): Buffer {
  return typeof body === 'object'
    ? Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8')
    : Buffer.from(body);
}

const READ_ONLY_OF_REQUESTS = ['content-length', 'host', 'transfer-encoding', 'via'];
const READ_ONLY_OF_RESPONSES = ['content-length', 'transfer-encoding', 'via', 'warning'];

const HIDDEN =
  /^(connection|expect|keep-alive|proxy-(authenticate|authorization|connection)|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-amzn-(auth|cf-.*|errortype|fle-profile|header-count|header-order|lambda-integration-tag|requestid)|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/i;

function isHidden(name: string): boolean {
  return HIDDEN.test(name);
}

function checkHeaders(before: Values, after: Values, readOnly: readonly string[]): void {
  for (const name of Object.keys(after)) {
    if (name !== name.toLowerCase()) throw new InvalidEdgeResult(`header ${name} must be in lower case`);
    if (isHidden(name)) throw new InvalidEdgeResult(`header ${name} must not be added`);
  }
  for (const name of readOnly) {
    if (!same(before[name], after[name])) throw new InvalidEdgeResult(`header ${name} is read-only`);
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valuesOf(entries: readonly (readonly string[])[]): Values {
  const values: Values = {};
  for (const [name = '', value = ''] of entries) {
    const before = values[name];
    values[name] = before
      ? { value: before.value, multiValue: [...(before.multiValue ?? [{ value: before.value }]), { value }] }
      : { value };
  }
  return values;
}

function allOf({ value, multiValue }: z.infer<typeof Value>): readonly string[] {
  return multiValue ? multiValue.map((one) => one.value) : [value];
}

function pairs(values: Values): HeaderPairs {
  return Object.entries(values).flatMap(([name, value]) => allOf(value).map((one) => [name, one] as const));
}

function queryOf(values: Values): string {
  return pairs(values)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&');
}

function addCookies(cookies: Cookies, headerValue: string): void {
  for (const part of headerValue.split(/; */).filter(Boolean)) {
    const equals = part.indexOf('=');
    const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    const before = cookies[name];
    cookies[name] = before
      ? { value: before.value, multiValue: [...(before.multiValue ?? [{ value: before.value }]), { value }] }
      : { value };
  }
}

function cookieHeader(cookies: Cookies): HeaderPairs {
  const texts = pairs(cookies).map(([name, value]) => `${name}=${value}`);
  return texts.length > 0 ? [['cookie', texts.join('; ')]] : [];
}

function setCookies(cookies: Cookies): HeaderPairs {
  return Object.entries(cookies).map(([name, { value, attributes }]) => [
    'set-cookie',
    attributes ? `${name}=${value}; ${attributes}` : `${name}=${value}`,
  ]);
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidEdgeResult(z.prettifyError(result.error));
}
