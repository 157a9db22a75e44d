import { type BiffRecord, recordsOf } from './biff';
import { hashed, number, PASSWORD } from './default-password';
import { viewOf } from './ole';

/** What says that all behind it is locked. */
const LOCK = 0x2f;
/** Another kind in its place, which says nothing to readers. */
const NOTHING = 0x161;
/** Records that are never locked, and the one that begins with what isn't. */
const OPEN = new Set([0x809, LOCK, 0xe1, 0x194, 0x195, 0x196, 0x138]);
const [SHEET, OPEN_OF_SHEET] = [0x85, 4];
const BLOCK = 1_024;

type Keys = (block: number) => Buffer;

/**
 * The stream of a workbook that Excel opens by its default password, without its lock; null where it has none, or none of
 * this kind: [MS-OFFCRYPTO] 2.3.5 and 2.3.6.
 */
export function unlockedWorkbook(stream: Uint8Array): Uint8Array | null {
  let lock: BiffRecord | undefined;
  let records = 0;
  for (const record of recordsOf(stream)) {
    if (record.kind === LOCK) lock = record;
    // It stands behind what the stream begins with.
    if (lock || records++ > 3) break;
  }
  const keys = lock && keysOf(lock.content);
  if (!lock || !keys) return null;
  const opened = Buffer.from(stream);
  const stretch = new Keystream(keys);
  for (const { kind, at, content } of recordsOf(stream, lock.at + lock.content.length)) {
    if (OPEN.has(kind)) continue;
    for (let place = at + (kind === SHEET ? OPEN_OF_SHEET : 0); place < at + content.length; place++)
      opened.writeUInt8((stream[place] ?? 0) ^ stretch.at(place), place);
  }
  opened.writeUInt16LE(NOTHING, lock.at - 4);
  return opened;
}

/** Null where the password is another one. */
function keysOf(lock: Uint8Array): Keys | null {
  if (lock.length < 54) return null;
  const view = viewOf(lock);
  const [kind, version, minor] = [0, 2, 4].map((at) => view.getUint16(at, true));
  if (kind !== 1) return null;
  const isOld = version === 1 && minor === 1;
  const verifier = isOld ? lock.subarray(6) : lock.subarray(14 + view.getUint32(10, true) + 4);
  const salt = verifier.subarray(0, 16);
  const keys = isOld ? oldKeys(salt) : newKeys(salt, view.getUint32(14 + 16, true));
  const hash = isOld ? 'md5' : 'sha1';
  // The hash's length stands between the two, in the newer form.
  const said = Buffer.concat([verifier.subarray(16, 32), verifier.subarray(isOld ? 32 : 36)]);
  const opened = said.subarray(0, 16 + (isOld ? 16 : 20));
  const bytes = rc4(keys(0), opened.length);
  for (const [at, byte] of bytes.entries()) opened[at] = (opened[at] ?? 0) ^ byte;
  return hashed(hash, opened.subarray(0, 16)).equals(opened.subarray(16)) ? keys : null;
}

function oldKeys(salt: Uint8Array): Keys {
  const first = Buffer.concat([hashed('md5', PASSWORD).subarray(0, 5), salt]);
  const base = hashed('md5', ...Array.from({ length: 16 }, () => first)).subarray(0, 5);
  return (block) => hashed('md5', base, number(block));
}

function newKeys(salt: Uint8Array, bits: number): Keys {
  const base = hashed('sha1', salt, PASSWORD);
  return (block) => {
    const key = hashed('sha1', base, number(block)).subarray(0, Math.max(1, bits >> 3));
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
}

/** What each byte of the stream is mixed with: a key of its own for each block. */
class Keystream {
  #block = -1;
  #bytes: Uint8Array = Buffer.alloc(0);

  constructor(readonly keys: Keys) {}

  at(place: number): number {
    const block = Math.floor(place / BLOCK);
    if (block !== this.#block) this.#bytes = rc4(this.keys(block), BLOCK);
    this.#block = block;
    return this.#bytes[place % BLOCK] ?? 0;
  }
}

/** Node no longer has it: nobody is to lock with it. */
function rc4(key: Uint8Array, length: number): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let a = 0, b = 0; a < 256; a++) {
    b = (b + (state[a] ?? 0) + (key[a % key.length] ?? 0)) & 0xff;
    swap(a, b);
  }
  let [a, b] = [0, 0];
  return Uint8Array.from({ length }, () => {
    a = (a + 1) & 0xff;
    b = (b + (state[a] ?? 0)) & 0xff;
    swap(a, b);
    return state[((state[a] ?? 0) + (state[b] ?? 0)) & 0xff] ?? 0;
  });
}
