declare module 'snappyjs' {
  export function uncompress(compressed: Uint8Array): Uint8Array;
}
