import { type HttpRequest, type HttpResponse, header, textResponse } from '#infra/local/http';
import type { AwsAnswer, LocalContext, LocalService } from '#infra/local/service';

/** Reads a private bucket as the edge may: signed, and only what the bucket's policy grants to it. */
export async function readBucket(
  context: LocalContext,
  s3: LocalService,
  mayRead: (action: string, resource: string) => boolean,
  bucket: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  const arn = `arn:aws:s3:::${bucket}`;
  const key = decodeKey(request.path);
  if (key === undefined) return error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  if (key === '') return denied();
  if (request.method !== 'OPTIONS' && !mayRead('s3:GetObject', `${arn}/${key}`)) return denied();

  const url = new URL(`/${bucket}${request.path}`, context.endpoint);
  const answer = await s3.handle({
    method: request.method,
    url,
    rawPath: url.pathname,
    // Tags and dates are compared at the edge, whose own compression changes them.
    headers: Object.fromEntries(
      request.headers
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter(([name]) => !['authorization', 'if-none-match', 'if-modified-since'].includes(name))
        .concat([['host', url.host]]),
    ),
    body: request.body,
    principal: { kind: 'operator', arn: `arn:aws:iam::${context.accountId}:root` },
  });
  // S3 tells only who may list a bucket that a key is not there.
  if (answer.status === 404 && !mayRead('s3:ListBucket', arn)) return denied();
  return toResponse(request, answer);
}

function decodeKey(path: string): string | undefined {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return undefined;
  }
}

/** Whole where a length is known, so that it can be compressed; a part or something very large is passed on. */
async function toResponse(request: HttpRequest, answer: AwsAnswer): Promise<HttpResponse> {
  const headers = Object.entries(answer.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'date');
  const body = answer.body ?? '';
  if (typeof body === 'string') return { status: answer.status, headers, body: Buffer.from(body) };
  if (body instanceof Uint8Array) return { status: answer.status, headers, body };
  const length = Number(header(headers, 'content-length') ?? Number.NaN);
  if (request.method !== 'GET' || !(length <= MAX_BUFFERED)) return { status: answer.status, headers, body };
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status: answer.status, headers, body: Buffer.concat(chunks) };
}

/** Larger objects are never compressed. */
const MAX_BUFFERED = 10_000_000;

function denied(): HttpResponse {
  return error(403, 'AccessDenied', 'Access Denied');
}

function error(status: number, code: string, message: string): HttpResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return textResponse(status, body, [['content-type', 'application/xml']]);
}
