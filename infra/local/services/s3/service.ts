import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { Objects, Queues } from '../../runtime/ports';
import { isPostForm } from '../../runtime/post-form';
import { SignatureError } from '../../runtime/sigv4';
import type {
  AwsAnswer,
  AwsCall,
  LocalContext,
  LocalService,
  Principal,
  RequiredAction,
} from '../../service';
import { Blobs } from './blobs';
import { type Bucket, readBucket } from './buckets';
import { Catalog } from './catalog';
import { checksumElement } from './checksums';
import { corsHeaders, preflight } from './cors';
import { accessDenied, malformedXml, noSuchBucket, notImplemented, S3Error } from './errors';
import { listBuckets, listObjects, listVersions, xml } from './listing';
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './multipart';
import { Notifications, requestId } from './notifications';
import {
  copyObject,
  deleteObject,
  liveVersion,
  putObject,
  readCopySource,
  readObject,
  type S3Answer,
  type Storage,
  versionHeader,
} from './objects';
import { postObject } from './post-policy';
import { readRequest, type S3Request } from './request';
import { requiredActionsOf } from './required-actions';
import { childText, readXml, writeXml } from './xml';

export interface S3Options {
  /** Resources of type AWS::S3::Bucket; notifications may name queues only. */
  readonly buckets: readonly Resource[];
  /** Where event notifications go. */
  readonly queues: Pick<Queues, 'send'>;
  /** Whether who calls may list a bucket: who may not is told 403, not 404, of a key that isn't there. Default: yes. */
  readonly mayList?: (principal: Principal, bucketArn: string) => boolean;
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

export interface S3Service extends LocalService, Objects {
  /** Resolves when every event notification of a finished call has been sent. */
  delivered(): Promise<void>;
}

/**
 * Buckets, addressed by path. Answers browsers too: preflights, presigned GET and PUT, and presigned POST forms,
 * whose caller is the signer of the form (`verifySignature` of runtime/sigv4 reads it like the other kinds).
 */
export function createS3(context: LocalContext, options: S3Options): S3Service {
  return new S3(context, options);
}

/** Lies in the state folder while it is open: found at a start, it says that the last one was killed. */
const OPEN_MARK = 'open';
const MAX_DELETIONS = 1000;

/** Parameters that ask for what is not served here; without them a call would quietly mean something else. */
const UNSERVED = [
  'acl',
  'tagging',
  'retention',
  'legal-hold',
  'torrent',
  'restore',
  'select',
  'attributes',
  'uploads',
];

class S3 implements S3Service {
  readonly name = 's3';
  private readonly buckets: ReadonlyMap<string, Bucket>;
  private readonly now: () => number;
  private opened: Storage | undefined;

  constructor(
    private readonly context: LocalContext,
    private readonly options: S3Options,
  ) {
    this.buckets = new Map(options.buckets.map(readBucket).map((bucket) => [bucket.name, bucket]));
    this.now = options.now ?? Date.now;
  }

  async start(): Promise<void> {
    const { directory } = this.context;
    const catalog = await Catalog.open(join(directory, 'catalog'), this.now);
    const blobs = await Blobs.open(directory);
    const mark = join(directory, OPEN_MARK);
    if (existsSync(mark)) {
      const referenced = await catalog.referencedBlobs();
      await blobs.keepOnly((id) => referenced.has(id));
    }
    await writeFile(mark, '');
    const notifications = new Notifications(this.context, catalog, this.options.queues, this.now);
    await notifications.configure([...this.buckets.values()]);
    notifications.deliver();
    this.opened = { context: this.context, catalog, blobs, notifications };
  }

  async stop(): Promise<void> {
    if (!this.opened) return;
    const { catalog, notifications } = this.opened;
    this.opened = undefined;
    await notifications.stop();
    await catalog.close();
    await rm(join(this.context.directory, OPEN_MARK), { force: true });
  }

  delivered(): Promise<void> {
    return this.storage.notifications.delivered();
  }

  async put(bucketArn: string, key: string, body: string): Promise<void> {
    const { endpoint, accountId } = this.context;
    const url = new URL(`/${bucketArn.split(':').at(-1)}/${key}`, endpoint);
    const { status } = await this.handle({
      method: 'PUT',
      url,
      rawPath: url.pathname,
      headers: { host: url.host, 'content-type': 'application/json' },
      body: Buffer.from(body),
      principal: { kind: 'operator', arn: `arn:aws:iam::${accountId}:root` },
    });
    if (status !== 200) throw new Error(`${key} could not be put into ${bucketArn}: ${status}`);
  }

  requiredActions(call: AwsCall): readonly RequiredAction[] {
    try {
      return requiredActionsOf(readRequest(call));
    } catch {
      // The call itself says what is wrong with it.
      return [];
    }
  }

  async handle(call: AwsCall): Promise<AwsAnswer> {
    let cors: Record<string, string> = {};
    try {
      const request = readRequest(call);
      cors = corsHeaders(this.buckets.get(request.bucket), request);
      const { status = 200, headers, body } = await this.route(request);
      return {
        status,
        headers: { ...identification(), ...headers, ...cors },
        ...(body !== undefined && { body }),
      };
    } catch (error) {
      return this.refuse(call, error, cors);
    }
  }

  private async route(request: S3Request): Promise<S3Answer> {
    const { method, bucket: name, key, query, call } = request;
    const bucket = this.buckets.get(name);
    if (method === 'OPTIONS') return preflight(bucket, request);
    // Every bucket blocks who doesn't sign.
    if (call.principal.kind === 'anonymous') throw accessDenied();
    if (name === '' && method === 'GET') return listBuckets(this.buckets.values(), this.context);
    if (!bucket) throw noSuchBucket(name);
    const owner = request.header('x-amz-expected-bucket-owner');
    if (owner !== undefined && owner !== this.context.accountId) throw accessDenied();
    const unserved = UNSERVED.find((parameter) => query.has(parameter));
    if (unserved && !(unserved === 'uploads' && method === 'POST')) throw notImplemented(`?${unserved}`);
    return key === '' ? this.routeBucket(bucket, request) : this.routeObject(bucket, request);
  }

  private async routeBucket(bucket: Bucket, request: S3Request): Promise<S3Answer> {
    const { method, query, call } = request;
    if (method === 'HEAD') return { headers: { 'x-amz-bucket-region': this.context.region } };
    if (method === 'POST' && query.has('delete')) return this.deleteObjects(bucket, request);
    if (isPostForm(method, call.headers)) return postObject(this.storage, bucket, request, this.now());
    if (method !== 'GET') throw notImplemented(`${method} of a bucket (buckets are made from the template)`);
    if (query.has('location')) return xml(writeXml('LocationConstraint', this.context.region));
    if (query.has('versioning')) return versioning(bucket);
    if (query.has('versions')) return listVersions(this.storage.catalog, bucket, request);
    if (query.get('list-type') === '2') return listObjects(this.storage.catalog, bucket, request);
    throw notImplemented('Listing without list-type=2 (ListObjects; use ListObjectsV2)');
  }

  private async routeObject(bucket: Bucket, request: S3Request): Promise<S3Answer> {
    const { method, query, header } = request;
    const { storage } = this;
    switch (method) {
      case 'GET':
        if (query.has('uploadId')) return listParts(storage, bucket, request);
        return this.tellingWhoMayList(bucket, request, () => readObject(storage, bucket, request));
      case 'HEAD':
        return this.tellingWhoMayList(bucket, request, () => readObject(storage, bucket, request));
      case 'PUT':
        if (header('x-amz-tagging') !== undefined) throw notImplemented('Tagging of objects');
        if (query.has('partNumber')) return uploadPart(storage, bucket, request);
        if (header('x-amz-copy-source') !== undefined) return this.copy(bucket, request);
        return putObject(storage, bucket, request);
      case 'POST':
        if (query.has('uploads')) return createUpload(storage, bucket, request);
        if (query.has('uploadId')) return completeUpload(storage, bucket, request);
        break;
      case 'DELETE':
        if (query.has('uploadId')) return abortUpload(storage, bucket, request);
        return this.delete(bucket, request);
    }
    throw notImplemented(`${method} of an object`);
  }

  private async copy(bucket: Bucket, request: S3Request): Promise<S3Answer> {
    const source = readCopySource(request.header('x-amz-copy-source') ?? '');
    const sourceBucket = this.buckets.get(source.bucket);
    if (!sourceBucket) throw noSuchBucket(source.bucket);
    const from = liveVersion(this.storage.catalog, sourceBucket, source.key, source.versionId);
    const { version, headers } = await copyObject(this.storage, bucket, request, from);
    const { etag, checksum } = version.content;
    const body = writeXml('CopyObjectResult', {
      ETag: etag,
      LastModified: new Date(version.lastModified).toISOString(),
      ...(checksum && checksumElement(checksum)),
    });
    return { headers: { ...headers, 'content-type': 'application/xml' }, body };
  }

  private async delete(bucket: Bucket, request: S3Request): Promise<S3Answer> {
    const { marker, removed } = await deleteObject(
      this.storage,
      bucket,
      request,
      request.query.get('versionId'),
    );
    const told = marker ?? removed;
    return {
      status: 204,
      headers: {
        ...(told && versionHeader(bucket, told)),
        ...((marker ?? (removed && !removed.content)) && { 'x-amz-delete-marker': 'true' }),
      },
    };
  }

  private async deleteObjects(bucket: Bucket, request: S3Request): Promise<S3Answer> {
    const root = readXml(request.call.body.toString());
    const objects = root.children.filter((child) => child.name === 'Object');
    if (root.name !== 'Delete' || objects.length === 0 || objects.length > MAX_DELETIONS)
      throw malformedXml();
    const isQuiet = childText(root, 'Quiet') === 'true';
    const deleted: Record<string, string | boolean | undefined>[] = [];
    for (const object of objects) {
      const key = childText(object, 'Key') ?? '';
      const versionId = childText(object, 'VersionId');
      const unconditional = { key, call: request.call, header: () => undefined };
      const { marker, removed } = await deleteObject(this.storage, bucket, unconditional, versionId ?? null);
      deleted.push({
        Key: key,
        VersionId: versionId,
        ...((marker || (removed && !removed.content)) && {
          DeleteMarker: true,
          DeleteMarkerVersionId: (marker ?? removed)?.versionId,
        }),
      });
    }
    return xml(writeXml('DeleteResult', { Deleted: isQuiet ? [] : deleted }));
  }

  /** That a key is not there is only said to who may list the bucket. */
  private async tellingWhoMayList(
    bucket: Bucket,
    { call }: S3Request,
    read: () => Promise<S3Answer>,
  ): Promise<S3Answer> {
    try {
      return await read();
    } catch (error) {
      const isAbsent = error instanceof S3Error && error.code === 'NoSuchKey';
      const mayList = this.options.mayList?.(call.principal, bucket.arn) ?? true;
      throw isAbsent && !mayList ? accessDenied() : error;
    }
  }

  private refuse(call: AwsCall, error: unknown, cors: Record<string, string>): AwsAnswer {
    const { status, code, message, details = {}, headers = {} } = this.described(error);
    const identified = identification();
    const body = writeXml('Error', {
      Code: code,
      Message: message,
      ...details,
      RequestId: identified['x-amz-request-id'],
      HostId: identified['x-amz-id-2'],
    });
    return {
      status,
      headers: { ...identified, 'content-type': 'application/xml', ...headers, ...cors },
      ...(call.method !== 'HEAD' && { body }),
    };
  }

  private described(
    error: unknown,
  ): Pick<S3Error, 'status' | 'code' | 'message'> & Partial<Pick<S3Error, 'details' | 'headers'>> {
    if (error instanceof S3Error || error instanceof SignatureError) return error;
    this.context.log(`s3: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    return {
      status: 500,
      code: 'InternalError',
      message: 'We encountered an internal error. Please try again.',
    };
  }

  private get storage(): Storage {
    if (!this.opened) throw new Error('S3 is not started');
    return this.opened;
  }
}

function versioning({ versioned }: Bucket): S3Answer {
  return xml(writeXml('VersioningConfiguration', versioned ? { Status: 'Enabled' } : {}));
}

function identification() {
  return { 'x-amz-request-id': requestId(), 'x-amz-id-2': requestId() };
}
