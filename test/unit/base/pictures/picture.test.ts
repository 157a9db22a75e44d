import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPicture } from '#core/base/pictures/picture';
import { jpegOf, pngOf } from './pictures';

describe('a picture', () => {
  test('says its type and size by its own bytes', () => {
    expect(readPicture(pngOf(64, 48))).toEqual({ type: 'png', width: 64, height: 48 });
    expect(readPicture(jpegOf(300, 200))).toEqual({ type: 'jpeg', width: 300, height: 200 });
  });

  test('may be a part of a larger buffer', () => {
    const whole = Buffer.concat([Buffer.alloc(7), pngOf(64, 48)]);
    expect(readPicture(whole.subarray(7))).toEqual({ type: 'png', width: 64, height: 48 });
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a signature alone', pngOf(64, 48).subarray(0, 8)],
    ['a PNG cut off', pngOf(64, 48).subarray(0, -4)],
    ['a PNG with something behind it', Buffer.concat([pngOf(64, 48), Buffer.from('<script>')])],
    ['a JPEG cut off', jpegOf(64, 48).subarray(0, -2)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a start of a JPEG before a text', Buffer.concat([Buffer.from([0xff, 0xd8]), deflateSync('x')])],
  ])('is not made of %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });
});
