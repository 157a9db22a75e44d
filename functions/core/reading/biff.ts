import { openOle, viewOf } from './ole';

/** A record of a workbook of before 2007: [MS-XLS] 2.1.4. */
export interface BiffRecord {
  readonly kind: number;
  /** Where its content stands in the stream. */
  readonly at: number;
  readonly content: Uint8Array;
}

/** The stream of a workbook, which older programs wrote without a container; null where there is none. */
export function workbookStream(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xd0) return bytes;
  const container = openOle(bytes);
  return container.read('Workbook') ?? container.read('Book');
}

export function* recordsOf(stream: Uint8Array, from = 0): Generator<BiffRecord> {
  const view = viewOf(stream);
  for (let at = from; at + 4 <= stream.length; ) {
    const [kind, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    yield { kind, at: at + 4, content: stream.subarray(at + 4, at + 4 + size) };
    at += 4 + size;
  }
}
