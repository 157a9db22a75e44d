import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** An object's version; objects of an unversioned bucket have none. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
}

export interface ObjectHead {
  readonly size: number;
  readonly contentType: string | null;
  readonly versionId: string | null;
  readonly etag: string | null;
}

export interface UploadForm {
  readonly url: string;
  readonly fields: Record<string, string>;
}

/** Checksums are computed only where S3 demands them: presigned forms and addresses can't carry them. */
const client = /* @__PURE__ */ new S3Client({
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

export async function putObject(
  { bucket, key }: ObjectAddress,
  body: Uint8Array | string,
  options: {
    readonly contentType: string;
    readonly cacheControl?: string;
    readonly onlyIfNew?: boolean;
    readonly metadata?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly versionId: string | null }> {
  const { VersionId } = await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: options.contentType,
      CacheControl: options.cacheControl,
      IfNoneMatch: options.onlyIfNew ? '*' : undefined,
      Metadata: options.metadata,
    }),
  );
  return { versionId: VersionId ?? null };
}

/** Null when there is no such object. */
export async function getObject(
  address: ObjectAddress,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Uint8Array | null> {
  return orNull(async () => {
    const { Body } = await client.send(new GetObjectCommand(named(address)), {
      ...(options.signal && { abortSignal: options.signal }),
    });
    return Body ? Body.transformToByteArray() : new Uint8Array();
  });
}

/** The first bytes of an object, and which version they are of. Null when there is no such object. */
export async function getBeginning(
  address: ObjectAddress,
  length: number,
): Promise<{ readonly bytes: Uint8Array; readonly versionId: string | null } | null> {
  return orNull(async () => {
    const { Body, VersionId } = await client.send(
      new GetObjectCommand({ ...named(address), Range: `bytes=0-${length - 1}` }),
    );
    return {
      bytes: Body ? await Body.transformToByteArray() : new Uint8Array(),
      versionId: VersionId ?? null,
    };
  });
}

/** Null when there is no such object. */
export async function headObject(address: ObjectAddress): Promise<ObjectHead | null> {
  return orNull(async () => {
    const head: HeadObjectCommandOutput = await client.send(new HeadObjectCommand(named(address)));
    return {
      size: head.ContentLength ?? 0,
      contentType: head.ContentType ?? null,
      versionId: head.VersionId ?? null,
      etag: head.ETag ?? null,
    };
  });
}

/** Deleting what isn't there is no error. */
export async function deleteObject(address: ObjectAddress): Promise<void> {
  await client.send(new DeleteObjectCommand(named(address)));
}

/**
 * Deletes all that a versioned bucket keeps under exactly this key, delete markers too, but for one version.
 * Deleting without a version would only hide the object behind a marker.
 */
export async function deleteVersions({ bucket, key }: ObjectAddress, keptVersion?: string): Promise<void> {
  for (const { versionId } of await versionsOf(bucket, key))
    if (versionId !== keptVersion) await deleteObject({ bucket, key, versionId });
}

/** Deletes an object; a versioned bucket keeps its versions behind a marker. One that is hidden gets no second. */
export async function hideObject({ bucket, key }: ObjectAddress): Promise<void> {
  const [newest] = await versionsOf(bucket, key);
  if (newest && !newest.isMarker) await deleteObject({ bucket, key });
}

/**
 * Takes away what hides an object of a versioned bucket since it was deleted. What isn't hidden stays as it is. False
 * where no version is left.
 */
export async function unhideObject({ bucket, key }: ObjectAddress): Promise<boolean> {
  for (const { versionId, isMarker } of await versionsOf(bucket, key)) {
    // Newest first: markers above the newest version hide it.
    if (!isMarker) return true;
    await deleteObject({ bucket, key, versionId });
  }
  return false;
}

interface Version {
  readonly versionId: string;
  readonly isMarker: boolean;
  readonly at: number;
}

/** Newest first. */
async function versionsOf(bucket: string, key: string): Promise<readonly Version[]> {
  const found: Version[] = [];
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key, ...from }),
    );
    const take = (versions: ListObjectVersionsCommandOutput['DeleteMarkers'] = [], isMarker: boolean) => {
      for (const { Key, VersionId: versionId, LastModified, IsLatest } of versions)
        if (Key === key && versionId !== undefined)
          found.push({
            versionId,
            isMarker,
            at: IsLatest ? Number.POSITIVE_INFINITY : (LastModified?.getTime() ?? 0),
          });
    };
    take(page.Versions, false);
    take(page.DeleteMarkers, true);
    // Other keys that begin with this one sort behind it.
    if (!page.IsTruncated || page.NextKeyMarker !== key) return found.sort((a, b) => b.at - a.at);
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/**
 * Hides everything whose key begins with the prefix, page by page, as long as there is time. False when there is more.
 * A versioned bucket keeps the versions for an operator who restores them, until its lifecycle ends them.
 */
export async function hideEverything(
  bucket: string,
  prefix: string,
  hasTime: () => boolean,
): Promise<boolean> {
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    if (!hasTime()) return false;
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, MaxKeys: 100, ...from }),
    );
    const seen = (page.Versions ?? []).filter(({ IsLatest }) => IsLatest);
    await Promise.all(seen.map(({ Key: key = '' }) => deleteObject({ bucket, key })));
    if (!page.IsTruncated) return true;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** Every object of a folder that is not hidden, page by page. */
export async function* listObjects(bucket: string, prefix: string): AsyncGenerator<readonly ListedObject[]> {
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...from }),
    );
    yield (page.Versions ?? [])
      .filter(({ IsLatest }) => IsLatest)
      .map(({ Key: key = '', LastModified: modifiedAt = new Date(0) }) => ({ key, modifiedAt }));
    if (!page.IsTruncated) return;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/** The next object of a folder after a key, as it is now; null where there is none. */
export async function nextObject(
  bucket: string,
  prefix: string,
  after: string | null,
): Promise<string | null> {
  let marker: string | undefined = after ?? undefined;
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, MaxKeys: 10, KeyMarker: marker }),
    );
    const found = page.Versions?.find(({ IsLatest, Key = '' }) => IsLatest && (!after || Key > after));
    if (found) return found.Key ?? null;
    if (!page.IsTruncated) return null;
    marker = page.NextKeyMarker;
  }
}

/**
 * Deletes every version of everything whose key begins with the prefix, page by page, as long as there is time.
 * False when there is more. A bucket that keeps no versions has one of each object.
 */
export async function deleteEverything(
  bucket: string,
  prefix: string,
  hasTime: () => boolean,
): Promise<boolean> {
  for (;;) {
    if (!hasTime()) return false;
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, MaxKeys: 100 }),
    );
    const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    await Promise.all(
      found.map(({ Key: key = '', VersionId: versionId }) => deleteObject({ bucket, key, versionId })),
    );
    if (!page.IsTruncated) return true;
  }
}

/** Copies an object within a bucket, its type and caching too. False when there is none to copy. */
export async function copyObject(
  from: ObjectAddress,
  to: Pick<ObjectAddress, 'bucket' | 'key'>,
): Promise<boolean> {
  const version = from.versionId === undefined ? '' : `?versionId=${encodeURIComponent(from.versionId)}`;
  const source = `${from.bucket}/${encodeURIComponent(from.key)}${version}`;
  const copied = await orNull(() =>
    client.send(new CopyObjectCommand({ Bucket: to.bucket, Key: to.key, CopySource: source })),
  );
  return copied !== null;
}

/** A form that posts exactly one key, of this type, within these sizes: S3 itself refuses anything else. */
export async function presignUpload(
  { bucket, key }: ObjectAddress,
  policy: {
    readonly contentType: string;
    readonly minBytes: number;
    readonly maxBytes: number;
    readonly seconds: number;
  },
): Promise<UploadForm> {
  return createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Fields: { 'Content-Type': policy.contentType },
    Conditions: [
      { key },
      { 'Content-Type': policy.contentType },
      ['content-length-range', policy.minBytes, policy.maxBytes],
    ],
    Expires: policy.seconds,
  });
}

/** A short-lived address of an object, shown in the browser or saved under a name. */
export async function presignDownload(
  address: ObjectAddress,
  options: {
    readonly fileName: string;
    readonly contentType: string;
    readonly disposition: 'inline' | 'attachment';
    readonly seconds: number;
  },
): Promise<string> {
  const command = new GetObjectCommand({
    ...named(address),
    ResponseContentType: options.contentType,
    ResponseContentDisposition: `${options.disposition}; ${fileNameParameters(options.fileName)}`,
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(client, command, { expiresIn: options.seconds });
}

/** RFC 6266: an ASCII name for old readers, the real one encoded beside it. */
function fileNameParameters(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function named({ bucket, key, versionId }: ObjectAddress) {
  return { Bucket: bucket, Key: key, ...(versionId !== undefined && { VersionId: versionId }) };
}

async function orNull<RESULT>(read: () => Promise<RESULT>): Promise<RESULT | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null;
    throw error;
  }
}
