declare module 'hyperloglog-lite' {
  interface Stored {
    readonly n: number;
    readonly buckets: Uint8Array;
  }
  interface Sketch {
    /** Takes 128 bits of a hash. */
    add(hash: readonly number[]): void;
    count(): number;
    merge(stored: Stored): void;
    output(): Stored;
    relative_error(): number;
  }
  /** Of 2^n buckets, a byte each. */
  export default function HyperLogLog(n: number): Sketch;
}
