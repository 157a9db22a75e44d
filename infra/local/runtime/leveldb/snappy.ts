/** Inflates a block in Snappy's raw format. Its checksum was verified before, so it is well formed. */
export function unsnapped(bytes: Buffer): Buffer {
  let at = 0;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const out = Buffer.alloc(length);
  let end = 0;
  while (at < bytes.length) {
    const tag = bytes[at++] as number;
    const kind = tag & 3;
    if (kind === 0) {
      let size = tag >>> 2;
      if (size >= 60) {
        const width = size - 59;
        size = bytes.readUIntLE(at, width);
        at += width;
      }
      end += bytes.copy(out, end, at, at + size + 1);
      at += size + 1;
      continue;
    }
    let [size, back] = [(tag >>> 2) + 1, 0];
    if (kind === 1) {
      size = ((tag >>> 2) & 7) + 4;
      back = ((tag >>> 5) << 8) | (bytes[at++] as number);
    } else {
      const width = kind === 2 ? 2 : 4;
      back = bytes.readUIntLE(at, width);
      at += width;
    }
    // Byte by byte: a copy may overlap what it makes.
    for (let n = 0; n < size; n++, end++) out[end] = out[end - back] as number;
  }
  return out;
}
