import { createDecipheriv, createHash } from 'node:crypto';
import { parseMarkup } from './markup';
import { openOle, viewOf } from './ole';
import { attribute, elementsIn } from './ooxml';
import { UnreadableDocument } from './unreadable';

/**
 * What Office locks a file with whose owner chose no password, as where a workbook's structure is protected: it opens
 * such a file without a question.
 */
export const DEFAULT_PASSWORD = 'VelvetSweatshop';

export const PASSWORD = Buffer.from(DEFAULT_PASSWORD, 'utf16le');
/** A file that asks for more rounds is none that Office wrote. */
const MOST_ROUNDS = 1_000_000;
const SEGMENT = 4_096;

/** A document of Office without its lock where that opens by itself. Throws `encrypted` for any other lock. */
export function unlocked(bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(0, 4).equals(OLE)) return bytes;
  const container = openOle(bytes);
  if (!container.streams.includes('encryptedpackage')) return bytes;
  const info = container.read('EncryptionInfo') ?? new Uint8Array();
  const locked = container.read('EncryptedPackage') ?? new Uint8Array();
  const isAgile = info[0] === 4 && info[2] === 4;
  try {
    const content = isAgile ? openAgile(info.subarray(8), locked) : openStandard(info.subarray(8), locked);
    if (content) return content.subarray(0, viewOf(locked).getUint32(0, true));
  } catch (error) {
    // What says how it is locked may name anything: none of that is one of these locks.
    if (error instanceof UnreadableDocument) throw error;
  }
  throw new UnreadableDocument('encrypted', 'password-protected Office file');
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export function hashed(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The password as it is hashed for so many rounds. */
function slowly(algorithm: string, salt: Uint8Array, rounds: number): Buffer {
  if (!(rounds <= MOST_ROUNDS)) throw new UnreadableDocument('encrypted', 'too many rounds');
  let key = hashed(algorithm, salt, PASSWORD);
  for (let round = 0; round < rounds; round++) key = hashed(algorithm, number(round), key);
  return key;
}

function deciphered(cipher: string, key: Uint8Array, iv: Uint8Array | null, bytes: Uint8Array): Buffer {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 16));
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(whole), decipher.final()]);
}

/** What a key is for, as it goes into it: [MS-OFFCRYPTO] 2.3.4.13. */
const [FOR_INPUT, FOR_HASH, FOR_KEY] = ['fea7d2763b4b9e79', 'd7aa0f6d3061344e', '146e0be7abacd0d6'].map(
  (purpose) => Buffer.from(purpose, 'hex'),
) as [Buffer, Buffer, Buffer];

/** As Office locks since 2010; null where the password is another one. */
function openAgile(info: Uint8Array, locked: Uint8Array): Buffer | null {
  const xml = parseMarkup(Buffer.from(info).toString('utf8'), 'xml');
  const [data] = elementsIn(xml, 'keyData');
  const [own] = elementsIn(xml, 'encryptedKey');
  const bytesOf = (element: typeof own, name: string) =>
    Buffer.from(attribute(element, name) ?? '', 'base64');
  const hashOf = (element: typeof own) => (attribute(element, 'hashAlgorithm') ?? '').toLowerCase();
  const salt = bytesOf(own, 'saltValue');
  const bits = Number(attribute(own, 'keyBits'));
  const cipher = `aes-${bits}-cbc`;
  const password = slowly(hashOf(own), salt, Number(attribute(own, 'spinCount')));
  const open = (purpose: Buffer, name: string) => {
    const key = Buffer.concat([hashed(hashOf(own), password, purpose), Buffer.alloc(64, 0x36)]);
    return deciphered(cipher, key.subarray(0, bits / 8), salt.subarray(0, 16), bytesOf(own, name));
  };
  const input = hashed(hashOf(own), open(FOR_INPUT, 'encryptedVerifierHashInput').subarray(0, salt.length));
  if (!open(FOR_HASH, 'encryptedVerifierHashValue').subarray(0, input.length).equals(input)) return null;
  const key = open(FOR_KEY, 'encryptedKeyValue').subarray(0, bits / 8);
  const segments: Buffer[] = [];
  for (let at = 8; at < locked.length; at += SEGMENT) {
    const iv = hashed(hashOf(data), bytesOf(data, 'saltValue'), number(segments.length)).subarray(0, 16);
    segments.push(deciphered(cipher, key, iv, locked.subarray(at, at + SEGMENT)));
  }
  return Buffer.concat(segments);
}

const ROUNDS = 50_000;

/** As Office 2007 locked; null where the password is another one. */
function openStandard(info: Uint8Array, locked: Uint8Array): Buffer | null {
  const head = viewOf(info);
  const size = head.getUint32(0, true);
  const bits = head.getUint32(4 + 16, true);
  const verifier = info.subarray(4 + size);
  const salt = verifier.subarray(4, 20);
  const last = hashed('sha1', slowly('sha1', salt, ROUNDS), number(0));
  const mixed = (fill: number) =>
    hashed(
      'sha1',
      Buffer.alloc(64, fill).map((byte, at) => byte ^ (last[at] ?? 0)),
    );
  const key = Buffer.concat([mixed(0x36), mixed(0x5c)]).subarray(0, bits / 8);
  const open = (bytes: Uint8Array) => deciphered(`aes-${bits}-ecb`, key, null, bytes);
  const input = hashed('sha1', open(verifier.subarray(20, 36)));
  if (!open(verifier.subarray(40, 72)).subarray(0, input.length).equals(input)) return null;
  return open(locked.subarray(8));
}
