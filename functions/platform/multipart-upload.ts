import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type ObjectAddress, putObject } from './buckets';

const client = /* @__PURE__ */ new S3Client({
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** S3 takes parts of at least 5 MB, and 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores what comes piece by piece, one part at a time, so that no more than that is in memory. The object is there as a
 * whole or not at all: a part that fails, or a source that throws, leaves nothing behind.
 */
export async function uploadPieces(
  { bucket, key }: Pick<ObjectAddress, 'bucket' | 'key'>,
  pieces: AsyncIterable<Uint8Array>,
  { contentType }: { readonly contentType: string },
): Promise<{ readonly bytes: number }> {
  const target = { Bucket: bucket, Key: key };
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let uploadId: string | undefined;
  let held: Uint8Array[] = [];
  let size = 0;
  let bytes = 0;

  async function sendPart(): Promise<void> {
    uploadId ??= (
      await client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }))
    ).UploadId;
    const PartNumber = parts.length + 1;
    const Body = Buffer.concat(held);
    held = [];
    size = 0;
    const part = { ...target, UploadId: uploadId, PartNumber, Body };
    const { ETag } = await client.send(new UploadPartCommand(part));
    parts.push({ ETag, PartNumber });
  }

  try {
    for await (const piece of pieces) {
      held.push(piece);
      size += piece.byteLength;
      bytes += piece.byteLength;
      if (size >= PART_BYTES) await sendPart();
    }
    if (uploadId === undefined) {
      await putObject({ bucket, key }, Buffer.concat(held), { contentType });
      return { bytes };
    }
    if (size > 0) await sendPart();
    const upload = { ...target, UploadId: uploadId, MultipartUpload: { Parts: parts } };
    await client.send(new CompleteMultipartUploadCommand(upload));
    return { bytes };
  } catch (error) {
    if (uploadId !== undefined)
      await client
        .send(new AbortMultipartUploadCommand({ ...target, UploadId: uploadId }))
        // The bucket gives up what is unfinished after a day.
        .catch(() => {});
    throw error;
  }
}
