import * as z from 'zod';
import type { HeaderPairs, HttpResponse } from '#infra/local/http';

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const Formatted = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), Scalar).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** What a function returned is none of the two forms that payload format 2.0 knows. */
class MalformedAnswer extends Error {}

/**
 * A function's result as HTTP: formatted by its own `statusCode`, or, without one, the JSON of what it returned.
 * @throws MalformedAnswer
 */
export function functionAnswer(result: unknown): HttpResponse {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return response(200, [['content-type', 'application/json']], Buffer.from(body));
  }
  const formatted = Formatted.safeParse(result);
  if (!formatted.success) throw new MalformedAnswer(z.prettifyError(formatted.error));
  const { statusCode, headers, cookies, body, isBase64Encoded } = formatted.data;
  const given = Object.entries(headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OURS.has(name));
  return response(
    statusCode,
    [
      ...(given.some(([name]) => name === 'content-type')
        ? []
        : [['content-type', 'text/plain;charset=UTF-8'] as const]),
      ...given,
      ...(cookies ?? []).map((cookie) => ['set-cookie', cookie] as const),
    ],
    Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  );
}

/** Set by whoever sends the response. */
const OURS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'upgrade']);

function response(status: number, headers: HeaderPairs, body: Buffer): HttpResponse {
  // These statuses have no body, and a content type or length beside them would announce one.
  const bodiless = status === 204 || status === 304 || status < 200;
  return bodiless
    ? { status, headers: headers.filter(([name]) => name !== 'content-type'), body: Buffer.alloc(0) }
    : { status, headers: [...headers, ['content-length', String(body.length)]], body };
}
