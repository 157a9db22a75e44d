import type { LocalContext } from '#infra/local/service';
import type { Bucket } from './buckets';
import type { Catalog, ObjectVersion } from './catalog';
import { invalidArgument } from './errors';
import type { S3Answer } from './objects';
import type { S3Request } from './request';
import { writeXml } from './xml';

const MAX_KEYS = 1000;
/** Sorts after every key with the same beginning. */
const LAST = '\u{10ffff}';

/** ListObjectsV2. */
export async function listObjects(catalog: Catalog, bucket: Bucket, { query }: S3Request): Promise<S3Answer> {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const max = readMax(query);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const page = await readPage(catalog, bucket, {
    prefix,
    delimiter,
    max,
    after: token === null ? (startAfter ?? undefined) : readToken(token),
  });
  const encode = encoder(query);
  const body = writeXml('ListBucketResult', {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    StartAfter: startAfter === null ? undefined : encode(startAfter),
    ContinuationToken: token ?? undefined,
    NextContinuationToken: page.behind === undefined ? undefined : writeToken(page.behind),
    KeyCount: page.objects.length + page.prefixes.length,
    MaxKeys: max,
    EncodingType: query.get('encoding-type') ?? undefined,
    IsTruncated: page.behind !== undefined,
    Contents: page.objects.map(({ key, lastModified, content }) => ({
      Key: encode(key),
      LastModified: new Date(lastModified).toISOString(),
      ETag: content?.etag,
      Size: content?.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  });
  return xml(body);
}

export async function listVersions(
  catalog: Catalog,
  bucket: Bucket,
  { query }: S3Request,
): Promise<S3Answer> {
  const prefix = query.get('prefix') ?? '';
  const max = readMax(query);
  const [keyMarker, versionMarker] = [query.get('key-marker') ?? '', query.get('version-id-marker') ?? ''];
  const found: { version: ObjectVersion; isLatest: boolean }[] = [];
  let isTruncated = false;
  for await (const each of catalog.versionsFrom(bucket.name, prefix, keyMarker, versionMarker)) {
    isTruncated = found.length === max;
    if (isTruncated) break;
    found.push(each);
  }
  const encode = encoder(query);
  const last = isTruncated ? found.at(-1)?.version : undefined;
  const described = ({ version, isLatest }: (typeof found)[number]) => ({
    Key: encode(version.key),
    VersionId: version.versionId,
    IsLatest: isLatest,
    LastModified: new Date(version.lastModified).toISOString(),
  });
  const body = writeXml('ListVersionsResult', {
    Name: bucket.name,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    VersionIdMarker: versionMarker,
    NextKeyMarker: last && encode(last.key),
    NextVersionIdMarker: last?.versionId,
    MaxKeys: max,
    EncodingType: query.get('encoding-type') ?? undefined,
    IsTruncated: isTruncated,
    Version: found
      .filter(({ version }) => version.content)
      .map((each) => ({
        ...described(each),
        ETag: each.version.content?.etag,
        Size: each.version.content?.size,
        StorageClass: 'STANDARD',
      })),
    DeleteMarker: found.filter(({ version }) => !version.content).map(described),
  });
  return xml(body);
}

export function listBuckets(buckets: Iterable<Bucket>, { accountId, region }: LocalContext): S3Answer {
  const names = [...buckets].map(({ name }) => name).sort();
  const body = writeXml('ListAllMyBucketsResult', {
    Owner: { ID: accountId },
    Buckets: {
      Bucket: names.map((Name) => ({ Name, CreationDate: new Date(0).toISOString(), BucketRegion: region })),
    },
  });
  return xml(body);
}

export function xml(body: string): S3Answer {
  return { headers: { 'content-type': 'application/xml' }, body };
}

interface Page {
  readonly objects: readonly ObjectVersion[];
  readonly prefixes: readonly string[];
  /** What the next page comes behind, when there is one. */
  readonly behind: string | undefined;
}

interface PageOptions {
  readonly prefix: string;
  readonly delimiter: string;
  readonly max: number;
  readonly after: string | undefined;
}

async function readPage(
  catalog: Catalog,
  bucket: Bucket,
  { prefix, delimiter, max, after }: PageOptions,
): Promise<Page> {
  const objects: ObjectVersion[] = [];
  const prefixes: string[] = [];
  let behind = after !== undefined && after >= prefix ? after : undefined;
  if (max === 0) return { objects, prefixes, behind: undefined };
  for (;;) {
    let common: string | undefined;
    const start = behind === undefined ? {} : { after: behind };
    for await (const version of catalog.currentFrom(bucket.name, prefix, start)) {
      if (!version.content) continue;
      if (objects.length + prefixes.length === max) return { objects, prefixes, behind };
      const cut = delimiter === '' ? -1 : version.key.indexOf(delimiter, prefix.length);
      if (cut !== -1) {
        common = version.key.slice(0, cut + delimiter.length);
        break;
      }
      objects.push(version);
      behind = version.key;
    }
    if (common === undefined) return { objects, prefixes, behind: undefined };
    prefixes.push(common);
    // What lies under it needs no reading.
    behind = common + LAST;
  }
}

function readMax(query: URLSearchParams): number {
  const max = Number(query.get('max-keys') ?? MAX_KEYS);
  if (!Number.isInteger(max) || max < 0)
    throw invalidArgument('Argument maxKeys must be an integer between 0 and 2147483647');
  return Math.min(max, MAX_KEYS);
}

function encoder(query: URLSearchParams): (key: string) => string {
  return query.get('encoding-type') === 'url'
    ? (key) => encodeURIComponent(key).replaceAll('%2F', '/')
    : (key) => key;
}

function writeToken(behind: string): string {
  return Buffer.from(behind).toString('base64');
}

function readToken(token: string): string {
  const behind = Buffer.from(token, 'base64').toString();
  if (writeToken(behind) !== token) throw invalidArgument('The continuation token provided is incorrect');
  return behind;
}
