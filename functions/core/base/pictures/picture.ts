/** What a picture is, as its own bytes say: whoever names a file says nothing of what is in it. */
export interface Picture {
  readonly type: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

/** Null for what is no whole PNG or JPEG. */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view);
  } catch (error) {
    // It ends in the middle of what it announced.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG_SIGNATURE = [0x89504e47, 0x0d0a1a0a] as const;
const IHDR = 0x49484452;
const IEND = 0x49454e44;

function readPng(view: DataView): Picture | null {
  if (view.getUint32(0) !== PNG_SIGNATURE[0] || view.getUint32(4) !== PNG_SIGNATURE[1]) return null;
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return null;
  let at = 8;
  // Chunk by chunk to the last, which is the end of the file: nothing else is carried behind it.
  while (view.getUint32(at + 4) !== IEND) at += 12 + view.getUint32(at);
  if (at + 12 !== view.byteLength) return null;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Starts of frames, which say how large the picture is; the codes between them define tables. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const START = 0xffd8;
const END = 0xffd9;

function readJpeg(view: DataView): Picture | null {
  if (view.getUint16(0) !== START || view.getUint16(view.byteLength - 2) !== END) return null;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Markers may be padded.
    if (marker === 0xff) at += 1;
    else if (FRAMES.has(marker))
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
}
