/** What the index reads of Node; in browsers `lib/crc32.ts` stands in its place (`vite.config.ts`). */
declare module 'node:zlib' {
  export function crc32(bytes: Uint8Array): number;
}
