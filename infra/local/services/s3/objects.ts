import type { LocalContext } from '#infra/local/service';
import type { Blobs } from './blobs';
import type { Bucket } from './buckets';
import type { Catalog, ObjectContent, ObjectVersion } from './catalog';
import { type Checksum, checksumHeader, md5Hex, verifyChecksums } from './checksums';
import { checkRead, checkWrite, readRange } from './conditions';
import { invalidArgument, noSuchKey, noSuchVersion, preconditionFailed, S3Error } from './errors';
import type { EventName, Notifications } from './notifications';
import { describedBy, headersOf, readContent, type S3Request } from './request';

/** What the operations on objects work with. */
export interface Storage {
  readonly context: LocalContext;
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly notifications: Notifications;
}

/** An answer before it is put into HTTP's form. */
export interface S3Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

type Live = ObjectVersion & { readonly content: ObjectContent };

export async function putObject(storage: Storage, bucket: Bucket, request: S3Request): Promise<S3Answer> {
  const { content, stated } = readContent(request, storage.context);
  const checksum = verifyChecksums(content, stated);
  const described = describedBy(headersOf(request));
  const version = await storeContent(storage, bucket, request, 'ObjectCreated:Put', {
    ...described,
    ...(checksum && { checksum }),
    content,
  });
  return { headers: writtenHeaders(bucket, version) };
}

export async function copyObject(storage: Storage, bucket: Bucket, request: S3Request, from: Live) {
  if (checkRead(request.header, from, 'x-amz-copy-source-') === 'unchanged') {
    throw preconditionFailed('x-amz-copy-source-If-None-Match');
  }
  const isReplaced = request.header('x-amz-metadata-directive') === 'REPLACE';
  const content = await wholeContent(storage, from);
  const version = await storeContent(storage, bucket, request, 'ObjectCreated:Copy', {
    ...(isReplaced ? describedBy(headersOf(request)) : from.content),
    ...(from.content.checksum && { checksum: from.content.checksum }),
    content,
  });
  return {
    version,
    headers: {
      ...versionHeader(bucket, version),
      ...(from.versionId !== 'null' && { 'x-amz-copy-source-version-id': from.versionId }),
    },
  };
}

/** What is put: content and what is kept with it. `etag` where it isn't the content's own. */
export interface Putting {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
}

/** Writes an object, if the call's conditions hold, with the notices of it. */
export async function storeContent(
  storage: Storage,
  bucket: Bucket,
  request: Pick<S3Request, 'key' | 'header' | 'call'>,
  eventName: EventName,
  { content, headers, metadata, checksum }: Putting,
): Promise<Live> {
  const blob = await storage.blobs.write(content);
  return storeBlob(storage, bucket, request, eventName, {
    blob,
    size: content.length,
    etag: `"${md5Hex(content)}"`,
    headers,
    metadata,
    ...(checksum && { checksum }),
  });
}

/** Makes a blob that lies ready the content of an object; when that may not be, the blob goes again. */
export async function storeBlob(
  { catalog, blobs, notifications }: Storage,
  bucket: Bucket,
  { key, header, call }: Pick<S3Request, 'key' | 'header' | 'call'>,
  eventName: EventName,
  content: ObjectContent,
  more: Parameters<Catalog['put']>[2] = [],
): Promise<Live> {
  try {
    return await catalog.exclusively(bucket.name, key, async () => {
      checkWrite(header, catalog.current(bucket.name, key), key);
      const version = { key, ...catalog.stamp(bucket), content };
      const notices = notifications.noticesOf(bucket, eventName, version, call.principal);
      const freed = await catalog.put(bucket, version, [...notices, ...more]);
      if (notices.length > 0) notifications.deliver();
      await Promise.all(freed.map((blob) => blobs.remove(blob)));
      return version;
    });
  } catch (error) {
    if (error instanceof S3Error) await blobs.remove(content.blob);
    throw error;
  }
}

/** GET and HEAD. */
export async function readObject(storage: Storage, bucket: Bucket, request: S3Request): Promise<S3Answer> {
  const version = liveVersion(storage.catalog, bucket, request.key, request.query.get('versionId'));
  const { content } = version;
  const common = {
    ...content.headers,
    ...overrides(request.query),
    ...Object.fromEntries(
      Object.entries(content.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
    ),
    ...versionHeader(bucket, version),
    etag: content.etag,
    'last-modified': new Date(version.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
  if (checkRead(request.header, version) === 'unchanged') return { status: 304, headers: common };

  const range = readRange(request.header('range'), content.size);
  const { start, end } = range ?? { start: 0, end: content.size - 1 };
  const isWhole = start === 0 && end === content.size - 1;
  const checked = isWhole && request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED';
  const headers = {
    ...common,
    'content-length': String(end - start + 1),
    ...(range && { 'content-range': `bytes ${start}-${end}/${content.size}` }),
    ...(checked && content.checksum && checksumHeader(content.checksum)),
  };
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers };
  try {
    const body = await storage.blobs.read(content.blob, { start, end, size: content.size });
    return { status, headers, body };
  } catch (error) {
    // Written over since it was looked up: there is a newer one to read.
    const now = storage.catalog.version(bucket.name, request.key, version.versionId);
    if (now?.content?.blob === content.blob) throw error;
    return readObject(storage, bucket, request);
  }
}

export async function deleteObject(
  storage: Storage,
  bucket: Bucket,
  request: Pick<S3Request, 'key' | 'header' | 'call'>,
  versionId: string | null,
): Promise<{ readonly marker?: ObjectVersion; readonly removed?: ObjectVersion }> {
  const { catalog, blobs, notifications } = storage;
  const { key, call } = request;
  return catalog.exclusively(bucket.name, key, async () => {
    const current = catalog.current(bucket.name, key);
    if (request.header('if-match') !== undefined) checkWrite(request.header, current, key);
    const notices = (eventName: EventName, version: ObjectVersion) =>
      notifications.noticesOf(bucket, eventName, version, call.principal);

    if (bucket.versioned && versionId === null) {
      const marker: ObjectVersion = { key, ...catalog.stamp(bucket) };
      await catalog.put(bucket, marker, notices('ObjectRemoved:DeleteMarkerCreated', marker));
      notifications.deliver();
      return { marker };
    }
    const version = versionId === null ? current : catalog.version(bucket.name, key, versionId);
    if (!version) return {};
    const stamped = { ...version, ...pickMoment(catalog.stamp(bucket)) };
    const freed = await catalog.remove(bucket, version, notices('ObjectRemoved:Delete', stamped));
    notifications.deliver();
    await Promise.all(freed.map((blob) => blobs.remove(blob)));
    return { removed: version };
  });
}

/** An object that can be read: not absent, not deleted. */
export function liveVersion(catalog: Catalog, bucket: Bucket, key: string, versionId: string | null): Live {
  const version =
    versionId === null ? catalog.current(bucket.name, key) : catalog.version(bucket.name, key, versionId);
  if (!version) throw versionId === null ? noSuchKey(key) : noSuchVersion(key, versionId);
  const { content } = version;
  if (content) return { ...version, content };
  const marked = { 'x-amz-delete-marker': 'true', ...versionHeader(bucket, version) };
  if (versionId === null) throw noSuchKey(key, marked);
  throw new S3Error(
    405,
    'MethodNotAllowed',
    'The specified method is not allowed against this resource.',
    { Method: 'GET', ResourceType: 'DeleteMarker' },
    { ...marked, allow: 'DELETE' },
  );
}

function writtenHeaders(bucket: Bucket, version: Live): Record<string, string> {
  const { etag, checksum } = version.content;
  return {
    etag,
    'x-amz-server-side-encryption': 'AES256',
    ...versionHeader(bucket, version),
    ...(checksum && checksumHeader(checksum)),
  };
}

export function versionHeader(bucket: Bucket, { versionId }: ObjectVersion): Record<string, string> {
  return bucket.versioned ? { 'x-amz-version-id': versionId } : {};
}

/** Reads `/bucket/key?versionId=…` of a copy. */
export function readCopySource(source: string): {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | null;
} {
  const [path = '', query = ''] = source.split('?', 2);
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(path)) ?? [];
  if (!bucket || !key)
    throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  return { bucket, key, versionId: new URLSearchParams(query).get('versionId') };
}

const OVERRIDABLE = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
];

/** `response-content-disposition` and its like: a signed address says how its object is to be shown. */
function overrides(query: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of OVERRIDABLE) {
    const value = query.get(`response-${name}`);
    if (value !== null) found[name] = value;
  }
  return found;
}

async function wholeContent({ blobs }: Storage, { content }: Live): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const { blob, size } = content;
  const read = await blobs.read(blob, { start: 0, end: size - 1, size });
  if (read instanceof Uint8Array) return Buffer.from(read);
  for await (const chunk of read) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pickMoment({ sequencer, lastModified }: ReturnType<Catalog['stamp']>) {
  return { sequencer, lastModified };
}
