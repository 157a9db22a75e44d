import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invalidArgument, notImplemented, S3Error } from './errors';

/** A checksum that a client stated, verified, and is told again. */
export interface Checksum {
  /** e.g. `crc32`: the end of the header's name. */
  readonly algorithm: string;
  /** Base64. */
  readonly value: string;
}

const PREFIX = 'x-amz-checksum-';

const ALGORITHMS: Readonly<Record<string, (content: Buffer) => string>> = {
  crc32: (content) => base64Of(crc32(content)),
  crc32c: (content) => base64Of(crc32c(content)),
  sha1: (content) => createHash('sha1').update(content).digest('base64'),
  sha256: (content) => createHash('sha256').update(content).digest('base64'),
};

/** Verifies every checksum that came with a content; gives the one to keep. */
export function verifyChecksums(
  content: Buffer,
  stated: (name: string) => string | undefined,
): Checksum | undefined {
  const contentMd5 = stated('content-md5');
  if (contentMd5 !== undefined && contentMd5 !== md5Base64(content)) {
    throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  if (stated(`${PREFIX}crc64nvme`) !== undefined) throw notImplemented('The checksum CRC64NVME');
  let kept: Checksum | undefined;
  for (const [algorithm, compute] of Object.entries(ALGORITHMS)) {
    const value = stated(PREFIX + algorithm);
    if (value === undefined) continue;
    if (value !== compute(content)) {
      throw new S3Error(
        400,
        'BadDigest',
        `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
      );
    }
    kept ??= { algorithm, value };
  }
  const announced = stated('x-amz-trailer');
  if (announced !== undefined && !kept) {
    throw invalidArgument(`The trailer ${announced} was announced and did not come.`);
  }
  return kept;
}

export function checksumHeader({ algorithm, value }: Checksum): Record<string, string> {
  return { [PREFIX + algorithm]: value, 'x-amz-checksum-type': 'FULL_OBJECT' };
}

/** Name in an XML answer, e.g. ChecksumCRC32. */
export function checksumElement({ algorithm, value }: Checksum): Record<string, string> {
  return { [`Checksum${algorithm.toUpperCase()}`]: value };
}

export function md5Hex(content: Uint8Array): string {
  return createHash('md5').update(content).digest('hex');
}

function md5Base64(content: Buffer): string {
  return createHash('md5').update(content).digest('base64');
}

function base64Of(checksum: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(checksum >>> 0);
  return bytes.toString('base64');
}

/** Castagnoli's polynomial, reflected. */
const CASTAGNOLI = 0x82f63b78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let entry = byte;
  for (let bit = 0; bit < 8; bit++) entry = entry & 1 ? (entry >>> 1) ^ CASTAGNOLI : entry >>> 1;
  return entry;
});

function crc32c(content: Buffer): number {
  let checksum = 0xffffffff;
  for (const byte of content) checksum = (checksum >>> 8) ^ (TABLE[(checksum ^ byte) & 0xff] ?? 0);
  return checksum ^ 0xffffffff;
}
