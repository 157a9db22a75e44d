import { viewOf } from './ole';

/** A format of a paragraph or a run: a code, whose upper bits tell its length, and a value: [MS-DOC] 2.6. */
export interface Code {
  readonly code: number;
  readonly value: number;
  /** Where the value stands in the list. */
  readonly at: number;
}

export const TABLE_DEFINITION = 0xd608;

/** Formats of a list, one behind the other. */
export function* codesOf(formats: Uint8Array): Generator<Code> {
  const view = viewOf(formats);
  let at = 0;
  while (at + 3 <= formats.length) {
    const code = view.getUint16(at, true);
    at += 2;
    const [first = 0, second = 0] = formats.subarray(at, at + 2);
    const kind = code >> 13;
    const isWord = kind === 2 || kind === 4 || kind === 5;
    const isLong = kind === 3 && at + 4 <= formats.length;
    yield { code, value: isLong ? view.getUint32(at, true) : isWord ? first + second * 256 : first, at };
    if (kind <= 1) at += 1;
    else if (kind === 3) at += 4;
    else if (kind === 7) at += 3;
    else if (kind !== 6) at += 2;
    else at += code === TABLE_DEFINITION ? first + second * 256 + 1 : first + 1;
  }
}
