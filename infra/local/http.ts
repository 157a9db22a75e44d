import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';

/** Headers in the order and case they were sent, repeated ones included. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** A request as it passes from the host router to the edge and on to an API, all in this process. */
export interface HttpRequest {
  readonly method: string;
  /** As sent, undecoded; begins with a slash. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: HeaderPairs;
  readonly body: Buffer;
  /** Address of whoever opened the connection: the viewer at the edge, the edge at an API behind it. */
  readonly sourceIp: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A request to become a WebSocket, not answered yet. */
export interface Upgrade {
  readonly request: HttpRequest;
  /** As Node parsed it: the handshake reads its headers. */
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** What a server hands over: HTTP/1.1, or HTTP/2 with prior knowledge as the Bedrock client speaks it. */
export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** First value of a header, whatever its case. */
export function header(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** The headers but those of these names. */
export function withoutHeaders(headers: HeaderPairs, names: Iterable<string>): HeaderPairs {
  const unwanted = new Set([...names].map((name) => name.toLowerCase()));
  return headers.filter(([name]) => !unwanted.has(name.toLowerCase()));
}

/** The headers with these in place of any of the same name. */
export function withHeaders(headers: HeaderPairs, added: HeaderPairs): HeaderPairs {
  return [
    ...withoutHeaders(
      headers,
      added.map(([name]) => name),
    ),
    ...added,
  ];
}

export class BodyTooLarge extends Error {}

/** Whoever sent the request left before its end, as a browser does that cancels an upload: nobody is there to answer. */
export class ClientGone extends Error {}

/** The request with its body. One over `limit` bytes is read to its end and dropped, so that the answer arrives. */
export function readRequest(incoming: Incoming, limit: number): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.on('end', () => {
      if (size > limit) reject(new BodyTooLarge(`body over ${limit} bytes`));
      else resolve({ ...requestHead(incoming), body: Buffer.concat(chunks, size) });
    });
    incoming.on('error', reject);
    incoming.on('aborted', () => reject(new ClientGone('the client went away')));
  });
}

/** The request without its body. */
export function requestHead(incoming: Incoming): HttpRequest {
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: pairs(incoming.rawHeaders),
    body: Buffer.alloc(0),
    sourceIp: plainAddress(incoming.socket.remoteAddress),
  };
}

function pairs(raw: readonly string[]): HeaderPairs {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) result.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return result;
}

/** An IPv4 address without the prefix that a socket open to both families puts before it. */
function plainAddress(address: string | undefined): string {
  return (address ?? '127.0.0.1').replace(/^::ffff:/, '');
}

/** Sends a response. A stream that breaks breaks the connection, so that the client sees it is not whole. */
export async function writeResponse(outgoing: ServerResponse, response: HttpResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers, ...missingLength(outgoing, response)].flat());
  if (response.body instanceof Uint8Array) {
    outgoing.end(response.body);
    return;
  }
  try {
    for await (const chunk of response.body) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

/** Of a body that is there whole; a HEAD's or a 204's says nothing, because it has none. */
function missingLength(outgoing: ServerResponse, { status, headers, body }: HttpResponse): HeaderPairs {
  const bodiless = outgoing.req.method === 'HEAD' || status < 200 || status === 204 || status === 304;
  if (bodiless || !(body instanceof Uint8Array) || header(headers, 'content-length')) return [];
  return [['content-length', String(body.byteLength)]];
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.once('drain', done).once('close', done);
  });
}

export function textResponse(
  status: number,
  body: string,
  headers: HeaderPairs = [['content-type', 'text/plain; charset=utf-8']],
): HttpResponse {
  const bytes = Buffer.from(body);
  return { status, headers: [...headers, ['content-length', String(bytes.length)]], body: bytes };
}
