import { crc32c } from '@aws-crypto/crc32c';

const MASK = 0xa282ead8;

/** Whether bytes have this checksum. LevelDB stores it masked, since it is itself among what is summed up elsewhere. */
export function matches(bytes: Uint8Array, stored: number): boolean {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + MASK) >>> 0 === stored;
}
