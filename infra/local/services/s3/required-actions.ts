import type { RequiredAction } from '#infra/local/service';
import { readCopySource } from './objects';
import { keyOfForm } from './post-policy';
import type { S3Request } from './request';
import { childText, readXml } from './xml';

/** The IAM actions of a call, on the bucket or the object that it names. */
export function requiredActionsOf(request: S3Request): readonly RequiredAction[] {
  const { method, bucket, key, query } = request;
  if (method === 'OPTIONS') return [];
  if (bucket === '') return [{ action: 's3:ListAllMyBuckets', resource: '*' }];
  const ofBucket = `arn:aws:s3:::${bucket}`;
  const ofObject = (name: string) => `${ofBucket}/${name}`;
  if (key !== '')
    return objectActions(request)
      .map((action) => on(action, ofObject(key)))
      .concat(copied(request));
  if (method === 'POST' && query.has('delete')) {
    return deletions(request).map(({ name, versioned }) =>
      on(versioned ? 's3:DeleteObjectVersion' : 's3:DeleteObject', ofObject(name)),
    );
  }
  if (method === 'POST') return [on('s3:PutObject', ofObject(keyOfForm(request) ?? ''))];
  const prefix = query.get('prefix');
  // Absent where the call names none, so that a policy narrowed to a prefix refuses it.
  return [
    { ...on(bucketAction(query), ofBucket), ...(prefix !== null && { context: { 's3:prefix': prefix } }) },
  ];
}

function objectActions({ method, query, header }: S3Request): string[] {
  const isUpload = query.has('uploadId');
  const ofVersion = query.has('versionId') ? 'Version' : '';
  switch (method) {
    case 'GET':
    case 'HEAD':
      return [isUpload ? 's3:ListMultipartUploadParts' : `s3:GetObject${ofVersion}`];
    case 'DELETE':
      return [isUpload ? 's3:AbortMultipartUpload' : `s3:DeleteObject${ofVersion}`];
    default:
      return ['s3:PutObject', ...(header('x-amz-tagging') === undefined ? [] : ['s3:PutObjectTagging'])];
  }
}

function copied({ header }: S3Request): RequiredAction[] {
  const source = header('x-amz-copy-source');
  if (source === undefined) return [];
  const { bucket, key, versionId } = readCopySource(source);
  return [on(versionId === null ? 's3:GetObject' : 's3:GetObjectVersion', `arn:aws:s3:::${bucket}/${key}`)];
}

function deletions({ call }: S3Request): { name: string; versioned: boolean }[] {
  return readXml(call.body.toString())
    .children.filter((child) => child.name === 'Object')
    .map((object) => ({
      name: childText(object, 'Key') ?? '',
      versioned: childText(object, 'VersionId') !== undefined,
    }));
}

function bucketAction(query: URLSearchParams): string {
  if (query.has('location')) return 's3:GetBucketLocation';
  if (query.has('versioning')) return 's3:GetBucketVersioning';
  if (query.has('versions')) return 's3:ListBucketVersions';
  return 's3:ListBucket';
}

function on(action: string, resource: string): RequiredAction {
  return { action, resource };
}
