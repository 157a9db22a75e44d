import type { ChunkSigner } from './sigv4';
import { SignatureError, sameText, sha256 } from './sigv4';

/** A payload taken out of its chunks, with what its sender wrote behind it (checksums, by lower-case name). */
export interface Decoded {
  readonly body: Buffer;
  readonly trailers: ReadonlyMap<string, string>;
}

/** A payload that is cut short or has no valid form. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/**
 * Decodes content-encoding aws-chunked. `signing` says how the payload is announced (x-amz-content-sha256):
 * chunks of a STREAMING-AWS4-HMAC-SHA256-PAYLOAD are each signed, and `signer` verifies them.
 */
export function decodeChunked(body: Buffer, signing: string, signer: ChunkSigner | undefined): Decoded {
  const signed = signing.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  if (signed && !signer)
    throw new SignatureError('SignatureDoesNotMatch', 'The chunks are signed by nobody.');
  const chunks: Buffer[] = [];
  let previous = signer?.seed ?? '';
  let position = 0;
  for (;;) {
    const line = readLine(body, position);
    const [size = '', extension = ''] = line.text.split(';', 2);
    if (!/^[0-9a-f]+$/i.test(size)) throw new ChunkError('A chunk has no size.');
    const start = line.next;
    const end = start + Number.parseInt(size, 16);
    if (end > body.length) throw new ChunkError('The payload ends in the middle of a chunk.');
    const chunk = body.subarray(start, end);
    if (signed && signer) {
      const expected = signer.sign('PAYLOAD', previous, sha256(''), sha256(chunk));
      previous = verified(expected, extension.replace(/^chunk-signature=/, ''));
    }
    if (end === start) {
      const trailers = readTrailers(body, start);
      if (signed && signer && signing.endsWith('-TRAILER')) verifyTrailers(trailers, previous, signer);
      return { body: Buffer.concat(chunks), trailers };
    }
    if (body.subarray(end, end + 2).toString('latin1') !== '\r\n') {
      throw new ChunkError('A chunk does not end where its size says.');
    }
    chunks.push(chunk);
    position = end + 2;
  }
}

const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

/** Lines `name:value` up to an empty one or the end. */
function readTrailers(body: Buffer, start: number): Map<string, string> {
  const lines = body.subarray(start).toString('latin1').split('\r\n');
  const trailers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailers;
}

function verifyTrailers(trailers: Map<string, string>, previous: string, signer: ChunkSigner): void {
  const given = trailers.get(TRAILER_SIGNATURE) ?? '';
  trailers.delete(TRAILER_SIGNATURE);
  const canonical = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('');
  verified(signer.sign('TRAILER', previous, sha256(canonical)), given);
}

function verified(expected: string, given: string): string {
  if (!sameText(expected, given)) {
    throw new SignatureError('SignatureDoesNotMatch', 'The signature of a chunk does not match its content.');
  }
  return given;
}

function readLine(body: Buffer, start: number): { text: string; next: number } {
  const end = body.indexOf('\r\n', start);
  if (end === -1) throw new ChunkError('The payload ends in the middle of its chunks.');
  return { text: body.subarray(start, end).toString('latin1'), next: end + 2 };
}
