/**
 * Reads the headers of frames as their bytes pass, to find one that is larger than allowed: the `ws` package
 * limits whole messages only. Assumes that no compression was agreed, so that a length is what it says.
 */
export class FrameSizes {
  #header: number[] = [];
  #payloadLeft = 0;

  constructor(private readonly limit: number) {}

  /** Takes the next bytes of a connection; true when a frame over the limit begins in them. */
  exceededBy(bytes: Uint8Array): boolean {
    let at = 0;
    while (at < bytes.length) {
      if (this.#payloadLeft > 0) {
        const passed = Math.min(this.#payloadLeft, bytes.length - at);
        this.#payloadLeft -= passed;
        at += passed;
        continue;
      }
      this.#header.push(bytes[at++] ?? 0);
      if (this.#header.length < headerLength(this.#header)) continue;
      this.#payloadLeft = payloadLength(this.#header);
      this.#header = [];
      if (this.#payloadLeft > this.limit) return true;
    }
    return false;
  }
}

function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const length = second & 0x7f;
  const mask = second & 0x80 ? 4 : 0;
  return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + mask;
}

function payloadLength(header: readonly number[]): number {
  const length = (header[1] ?? 0) & 0x7f;
  if (length < 126) return length;
  const extended = header.slice(2, length === 126 ? 4 : 10);
  return extended.reduce((sum, byte) => sum * 256 + byte, 0);
}
