import { describe, expect, it } from 'vitest';
import { FrameSizes } from '#infra/local/services/websocket-api/frames';

/** A client's frame: masked, its length in as few bytes as possible. */
function frame(length: number): Buffer {
  const head =
    length < 126
      ? Buffer.from([0x81, 0x80 | length])
      : length < 65_536
        ? Buffer.from([0x81, 0xfe, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x81, 0xff]), u64(length)]);
  return Buffer.concat([head, Buffer.from([1, 2, 3, 4]), Buffer.alloc(length, 0xff)]);
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

describe('sizes of frames', () => {
  it.each([1, 3, 7, 1_000, 100_000])('are found in pieces of %i bytes', (size) => {
    const bytes = Buffer.concat([frame(0), frame(125), frame(126), frame(1_000), frame(2_000)]);
    const found = (limit: number) => {
      const sizes = new FrameSizes(limit);
      for (let at = 0; at < bytes.length; at += size) {
        if (sizes.exceededBy(bytes.subarray(at, at + size))) return true;
      }
      return false;
    };
    expect(found(2_000)).toBe(false);
    expect(found(1_999)).toBe(true);
  });

  it('are read from eight bytes', () => {
    expect(new FrameSizes(70_000).exceededBy(frame(70_000))).toBe(false);
    expect(new FrameSizes(69_999).exceededBy(frame(70_000))).toBe(true);
  });

  it('are known from the header, before the payload has come', () => {
    expect(new FrameSizes(10).exceededBy(frame(200).subarray(0, 8))).toBe(true);
  });
});
