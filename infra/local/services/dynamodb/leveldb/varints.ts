/** Reads LevelDB's numbers of seven bits a byte, and what is measured by them. */
export class Varints {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Passes over bytes that their length goes before. */
  skipText(): void {
    const length = this.next();
    this.at += length;
  }
}
