import type { ObjectContent, ObjectVersion } from './catalog';
import { noSuchKey, preconditionFailed, S3Error } from './errors';

type Header = (name: string) => string | undefined;
type Live = ObjectVersion & { readonly content: ObjectContent };

/** Decides whether an object may be written over what is there now. */
export function checkWrite(header: Header, current: ObjectVersion | undefined, key: string): void {
  const etag = current?.content?.etag;
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
  if (ifNoneMatch !== undefined && etag !== undefined && matches(ifNoneMatch, etag)) {
    throw preconditionFailed('If-None-Match');
  }
  if (ifMatch === undefined) return;
  if (etag === undefined) throw noSuchKey(key);
  if (!matches(ifMatch, etag)) throw preconditionFailed('If-Match');
}

/** Decides what to answer a reader with: the object, or that the reader's copy is still good. */
export function checkRead(header: Header, version: Live, prefix = ''): 'send' | 'unchanged' {
  const { etag } = version.content;
  const modified = Math.floor(version.lastModified / 1000) * 1000;
  const [ifMatch, ifNoneMatch] = [header(`${prefix}if-match`), header(`${prefix}if-none-match`)];
  const [since, unmodifiedSince] = [
    Date.parse(header(`${prefix}if-modified-since`) ?? ''),
    Date.parse(header(`${prefix}if-unmodified-since`) ?? ''),
  ];
  if (ifMatch !== undefined ? !matches(ifMatch, etag) : modified > unmodifiedSince) {
    throw preconditionFailed(ifMatch === undefined ? 'If-Unmodified-Since' : 'If-Match');
  }
  const unchanged = ifNoneMatch !== undefined ? matches(ifNoneMatch, etag) : modified <= since;
  return unchanged ? 'unchanged' : 'send';
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The one range that is asked for; several, or what is none, means the whole. */
export function readRange(range: string | undefined, size: number): ByteRange | undefined {
  const [whole, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (whole === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw new S3Error(
      416,
      'InvalidRange',
      'The requested range is not satisfiable',
      { ActualObjectSize: size, RangeRequested: range ?? '' },
      { 'content-range': `bytes */${size}` },
    );
  }
  return { start, end };
}

function matches(condition: string, etag: string): boolean {
  return condition.split(',').some((candidate) => {
    const wanted = candidate.trim();
    return wanted === '*' || unquoted(wanted) === unquoted(etag);
  });
}

function unquoted(etag: string): string {
  return etag.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
