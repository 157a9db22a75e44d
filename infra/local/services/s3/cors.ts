import type { Bucket, CorsRule } from './buckets';
import { S3Error } from './errors';
import type { S3Answer } from './objects';
import type { S3Request } from './request';

/** Headers that let the page that called read the answer; none where no rule of the bucket allows it. */
export function corsHeaders(bucket: Bucket | undefined, request: S3Request): Record<string, string> {
  const origin = request.header('origin');
  if (!bucket || origin === undefined) return {};
  const rule = findRule(bucket, origin, request.method, []);
  return rule ? allow(rule, origin) : {};
}

/** A browser's question whether it may call. */
export function preflight(bucket: Bucket | undefined, request: S3Request): S3Answer {
  const origin = request.header('origin');
  const method = request.header('access-control-request-method');
  const headers = list(request.header('access-control-request-headers'));
  if (origin === undefined || method === undefined) {
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const rule = bucket && findRule(bucket, origin, method, headers);
  if (!rule) {
    throw new S3Error(
      403,
      'AccessForbidden',
      "CORSResponse: This CORS request is not allowed. This is usually because the evaluation of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      { Method: method, ResourceType: 'OBJECT' },
    );
  }
  return {
    headers: {
      ...allow(rule, origin),
      ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
      ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    },
  };
}

function findRule(
  { cors }: Bucket,
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined {
  return cors.find(
    (rule) =>
      rule.AllowedMethods.includes(method) &&
      rule.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      headers.every((header) =>
        rule.AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), header)),
      ),
  );
}

function allow(rule: CorsRule, origin: string): Record<string, string> {
  const isAnyone = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isAnyone ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(isAnyone ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.ExposedHeaders.length > 0 && {
      'access-control-expose-headers': rule.ExposedHeaders.join(', '),
    }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** A pattern may hold one `*`. */
function matches(pattern: string, value: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === value;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail);
}

function list(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
