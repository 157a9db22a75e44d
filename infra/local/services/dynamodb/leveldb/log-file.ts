import { matches } from './checksum';

// https://github.com/google/leveldb/blob/main/doc/log_format.md
const BLOCK = 32_768;
/** Checksum, length and type of a fragment. */
const HEADER = 7;
const [FULL, FIRST, LAST] = [1, 2, 4];

export interface LogFile {
  /** What was written at once, in order. */
  readonly records: readonly Buffer[];
  /** Null where every checksum fits, but for what a killed process had not written to its end. */
  readonly damage: string | null;
}

/** Reads a log, or a manifest, which has the same form, as far as it is whole. */
export function readLog(log: Buffer): LogFile {
  const records: Buffer[] = [];
  let fragments: Buffer[] = [];
  for (let block = 0; block < log.length; block += BLOCK) {
    const end = Math.min(block + BLOCK, log.length);
    for (let at = block; end - at >= HEADER; ) {
      const next = at + HEADER + log.readUInt16LE(at + 4);
      if (next > end) {
        const isCutOff = end === log.length && next <= block + BLOCK && !hasShorterRecord(log, at);
        return { records, damage: isCutOff ? null : `the record at byte ${at} has an impossible length` };
      }
      if (!matches(log.subarray(at + 6, next), log.readUInt32LE(at)))
        return { records, damage: `the record at byte ${at} does not match its checksum` };
      const type = log[at + 6];
      if (type === FULL || type === FIRST) fragments = [];
      fragments.push(log.subarray(at + HEADER, next));
      if (type === FULL || type === LAST) records.push(Buffer.concat(fragments));
      at = next;
    }
  }
  return { records, damage: null };
}

/** Whether what seems to be cut off is a whole record whose length was changed. */
function hasShorterRecord(log: Buffer, at: number): boolean {
  const wanted = log.readUInt32LE(at);
  for (let end = at + HEADER; end <= log.length; end++)
    if (matches(log.subarray(at + 6, end), wanted)) return true;
  return false;
}
