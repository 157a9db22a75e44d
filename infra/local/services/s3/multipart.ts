import { randomUUID } from 'node:crypto';
import type { Bucket } from './buckets';
import type { Part, Upload } from './catalog';
import { checksumHeader, md5Hex, verifyChecksums } from './checksums';
import { invalidArgument, malformedXml, noSuchUpload, S3Error } from './errors';
import { xml } from './listing';
import { type S3Answer, type Storage, storeBlob, versionHeader } from './objects';
import { describedBy, headersOf, readContent, type S3Request } from './request';
import { childText, readXml, writeXml } from './xml';

const MAX_PART_NUMBER = 10_000;
const MIN_PART_BYTES = 5 * 1024 * 1024;

export async function createUpload(
  { catalog }: Storage,
  bucket: Bucket,
  request: S3Request,
): Promise<S3Answer> {
  const upload: Upload = {
    id: randomUUID(),
    bucket: bucket.name,
    key: request.key,
    initiated: Date.now(),
    ...describedBy(headersOf(request)),
  };
  await catalog.putUpload(upload);
  return xml(
    writeXml('InitiateMultipartUploadResult', {
      Bucket: bucket.name,
      Key: request.key,
      UploadId: upload.id,
    }),
  );
}

export async function uploadPart(storage: Storage, bucket: Bucket, request: S3Request): Promise<S3Answer> {
  const upload = find(storage, bucket, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive');
  }
  const { content, stated } = readContent(request, storage.context);
  const checksum = verifyChecksums(content, stated);
  const etag = `"${md5Hex(content)}"`;
  const blob = await storage.blobs.write(content);
  const old = await storage.catalog.putPart(upload.id, {
    number,
    blob,
    size: content.length,
    etag,
    lastModified: Date.now(),
    ...(checksum && { checksum }),
  });
  if (old) await storage.blobs.remove(old.blob);
  return { headers: { etag, ...(checksum && checksumHeader(checksum)) } };
}

export async function listParts(storage: Storage, bucket: Bucket, request: S3Request): Promise<S3Answer> {
  const upload = find(storage, bucket, request);
  const parts = await storage.catalog.parts(upload.id);
  return xml(
    writeXml('ListPartsResult', {
      Bucket: bucket.name,
      Key: request.key,
      UploadId: upload.id,
      StorageClass: 'STANDARD',
      MaxParts: MAX_PART_NUMBER,
      IsTruncated: false,
      Part: parts.map(({ number, etag, size, lastModified }) => ({
        PartNumber: number,
        LastModified: new Date(lastModified).toISOString(),
        ETag: etag,
        Size: size,
      })),
    }),
  );
}

export async function completeUpload(
  storage: Storage,
  bucket: Bucket,
  request: S3Request,
): Promise<S3Answer> {
  const upload = find(storage, bucket, request);
  const uploaded = await storage.catalog.parts(upload.id);
  const parts = chosenParts(request.call.body.toString(), uploaded);
  const blob = await storage.blobs.write(storage.blobs.concatenate(parts.map((part) => part.blob)));
  const content = {
    blob,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    etag: combinedTag(parts),
    headers: upload.headers,
    metadata: upload.metadata,
  };
  const version = await storeBlob(
    storage,
    bucket,
    request,
    'ObjectCreated:CompleteMultipartUpload',
    content,
    await storage.catalog.endOfUpload(upload.id),
  );
  await Promise.all(uploaded.map((part) => storage.blobs.remove(part.blob)));
  return {
    ...xml(
      writeXml('CompleteMultipartUploadResult', {
        Location: `${storage.context.endpoint}/${bucket.name}/${encodeURIComponent(request.key)}`,
        Bucket: bucket.name,
        Key: request.key,
        ETag: content.etag,
      }),
    ),
    headers: { 'content-type': 'application/xml', ...versionHeader(bucket, version) },
  };
}

export async function abortUpload(storage: Storage, bucket: Bucket, request: S3Request): Promise<S3Answer> {
  const upload = find(storage, bucket, request);
  const parts = await storage.catalog.parts(upload.id);
  await storage.catalog.commit(await storage.catalog.endOfUpload(upload.id));
  await Promise.all(parts.map((part) => storage.blobs.remove(part.blob)));
  return { status: 204 };
}

function find({ catalog }: Storage, bucket: Bucket, { key, query }: S3Request): Upload {
  const id = query.get('uploadId') ?? '';
  const upload = catalog.upload(id);
  if (!upload || upload.bucket !== bucket.name || upload.key !== key) throw noSuchUpload(id);
  return upload;
}

/** The parts that a completion names: in ascending order, as they were uploaded, none but the last too small. */
function chosenParts(body: string, uploaded: readonly Part[]): Part[] {
  const root = readXml(body);
  const named = root.children
    .filter((child) => child.name === 'Part')
    .map((part) => ({ number: Number(childText(part, 'PartNumber')), etag: childText(part, 'ETag') ?? '' }));
  if (root.name !== 'CompleteMultipartUpload' || named.length === 0) throw malformedXml();
  if (named.some(({ number }, at) => at > 0 && number <= (named[at - 1]?.number ?? 0))) {
    throw new S3Error(
      400,
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
    );
  }
  const parts = named.map(({ number, etag }) => {
    const part = uploaded.find((candidate) => candidate.number === number);
    if (part?.etag.replaceAll('"', '') === etag.replaceAll('"', '')) return part;
    throw new S3Error(
      400,
      'InvalidPart',
      "One or more of the specified parts could not be found. The part might not have been uploaded, or the specified entity tag might not have matched the part's entity tag.",
      { PartNumber: number },
    );
  });
  const small = parts.slice(0, -1).find((part) => part.size < MIN_PART_BYTES);
  if (small) {
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed object size.',
      { ProposedSize: small.size, MinSizeAllowed: MIN_PART_BYTES, PartNumber: small.number },
    );
  }
  return parts;
}

/** As S3 makes it: the hash of the parts' hashes, and how many there were. */
function combinedTag(parts: readonly Part[]): string {
  const hashes = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
  return `"${md5Hex(Buffer.concat(hashes))}-${parts.length}"`;
}
