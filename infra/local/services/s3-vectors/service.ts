import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { AwsAnswer, AwsCall, LocalContext, LocalService, RequiredAction } from '../../service';
import { invalid, notFound, VectorsError } from './errors';
import { type FoundVector, Indexes, idOf, type StoredIndex } from './indexes';
import { bucketOf, indexOf, isOperation, type Operation, type RequestOf, readRequest } from './requests';

export interface S3VectorsOptions {
  /** Resources of type AWS::S3Vectors::VectorBucket. */
  readonly buckets: readonly Resource[];
}

/** Largest request that the service takes. */
const MOST_BYTES = 20 * 1024 * 1024;

type Handlers = { readonly [O in Operation]: (request: RequestOf<O>) => object };

/** Amazon S3 Vectors: indexes of vectors in the assembly's vector buckets, searched exactly. */
export function createS3Vectors(context: LocalContext, options: S3VectorsOptions): LocalService {
  const arns = new Set(options.buckets.map(({ id }) => id));
  const arnOf = (name: string) => `arn:aws:s3vectors:${context.region}:${context.accountId}:bucket/${name}`;
  let store: Indexes | undefined;

  const indexes = () => {
    if (!store) throw new Error('S3 Vectors has not been started');
    return store;
  };
  const bucket = (request: Parameters<typeof bucketOf>[0]) => {
    const arn = bucketOf(request, arnOf);
    if (!arns.has(arn)) throw notFound('vector bucket');
    return arn;
  };
  const index = (request: Parameters<typeof indexOf>[0]): StoredIndex => {
    const named = indexOf(request, arnOf);
    if (!arns.has(named.bucket)) throw notFound('vector bucket');
    return indexes().find(named.bucket, named.name);
  };

  const handlers: Handlers = {
    CreateIndex(request) {
      const { indexName: name, dimension, distanceMetric, metadataConfiguration } = request;
      const { nonFilterableMetadataKeys = [] } = metadataConfiguration ?? {};
      const rules = { dimension, distanceMetric, nonFilterableMetadataKeys };
      const created = { bucket: bucket(request), name, createdAt: Date.now(), ...rules };
      indexes().create(created);
      return { indexArn: idOf(created) };
    },
    GetIndex(request) {
      return { index: described(index(request)) };
    },
    DeleteIndex(request) {
      const named = indexOf(request, arnOf);
      if (!arns.has(named.bucket)) throw notFound('vector bucket');
      indexes().delete(indexes().find(named.bucket, named.name));
      return {};
    },
    ListIndexes(request) {
      const all = indexes()
        .list(bucket(request))
        .filter(({ name }) => name.startsWith(request.prefix ?? ''));
      const { items, nextToken } = page(all, ({ name }) => name, request);
      return {
        indexes: items.map((each) => {
          const { vectorBucketName, indexName, indexArn, creationTime } = described(each);
          return { vectorBucketName, indexName, indexArn, creationTime };
        }),
        ...(nextToken !== undefined && { nextToken }),
      };
    },
    PutVectors(request) {
      indexes().put(index(request), request.vectors);
      return {};
    },
    GetVectors(request) {
      const found = index(request);
      const vectors = request.keys.flatMap((key) => indexes().get(found, key) ?? []);
      return { vectors: vectors.map((vector) => shown(vector, request)) };
    },
    ListVectors(request) {
      const all = indexes().vectors(index(request));
      const { items, nextToken } = page(all, ({ key }) => key, request);
      return {
        vectors: items.map((vector) => shown(vector, request)),
        ...(nextToken !== undefined && { nextToken }),
      };
    },
    DeleteVectors(request) {
      indexes().remove(index(request), request.keys);
      return {};
    },
    QueryVectors(request) {
      const found = index(request);
      const nearest = indexes().nearest(found, request.queryVector.float32, request.topK);
      return {
        distanceMetric: found.distanceMetric,
        vectors: nearest.map(({ vector, distance }) => ({
          ...shown(vector, { returnData: false, returnMetadata: request.returnMetadata }),
          ...(request.returnDistance && { distance }),
        })),
      };
    },
  };

  return {
    name: 's3vectors',

    async start() {
      store = new Indexes(join(context.directory, 'vectors.jsonl'));
    },

    async stop() {
      store?.close();
      store = undefined;
    },

    requiredActions(call) {
      const operation = operationOf(call);
      if (!operation) return [];
      try {
        return requiredActionsOf(operation, JSON.parse(call.body.toString()), arnOf);
      } catch {
        // What can't be read is refused as such.
        return [];
      }
    },

    async handle(call) {
      try {
        const operation = operationOf(call);
        if (!operation)
          throw new VectorsError(
            'UnknownOperationException',
            404,
            `${call.method} ${call.url.pathname} is not served.`,
          );
        if (call.body.length > MOST_BYTES) throw invalid('The request is larger than 20 MiB');
        const handler = handlers[operation] as (request: unknown) => object;
        return json(200, handler(readRequest(operation, parseJson(call.body))));
      } catch (error) {
        if (!(error instanceof VectorsError)) throw error;
        return json(error.status, { message: error.message }, { 'x-amzn-errortype': error.name });
      }
    },
  };
}

function operationOf(call: AwsCall): Operation | undefined {
  const name = call.url.pathname.slice(1);
  return call.method === 'POST' && isOperation(name) ? name : undefined;
}

/** What a call needs leave for: who wants to see what is kept beside vectors must be allowed to read vectors. */
function requiredActionsOf(
  operation: Operation,
  body: Record<string, unknown>,
  arnOf: (name: string) => string,
): readonly RequiredAction[] {
  const action = `s3vectors:${operation}`;
  if (operation === 'ListIndexes') return [{ action, resource: bucketOf(body, arnOf) }];
  const { bucket, name } =
    operation === 'CreateIndex'
      ? { bucket: bucketOf(body, arnOf), name: String(body.indexName) }
      : indexOf(body, arnOf);
  const resource = idOf({ bucket, name });
  const reads =
    (operation === 'QueryVectors' || operation === 'ListVectors') &&
    (body.returnMetadata === true || body.returnData === true || body.filter !== undefined);
  return [{ action, resource }, ...(reads ? [{ action: 's3vectors:GetVectors', resource }] : [])];
}

function described(index: StoredIndex) {
  const { bucket, name, createdAt, dimension, distanceMetric, nonFilterableMetadataKeys } = index;
  return {
    vectorBucketName: bucket.slice(bucket.lastIndexOf('/') + 1),
    indexName: name,
    indexArn: idOf(index),
    creationTime: createdAt / 1000,
    dataType: 'float32',
    dimension,
    distanceMetric,
    ...(nonFilterableMetadataKeys.length > 0 && { metadataConfiguration: { nonFilterableMetadataKeys } }),
  };
}

function shown(
  { key, values, metadata }: FoundVector,
  { returnData, returnMetadata }: { readonly returnData: boolean; readonly returnMetadata: boolean },
) {
  return {
    key,
    ...(returnData && { data: { float32: [...values] } }),
    ...(returnMetadata && { metadata: metadata ?? {} }),
  };
}

/** A page of what is in the order of its names; the token is the last name, so that it survives a change. */
function page<ITEM>(
  all: readonly ITEM[],
  nameOf: (item: ITEM) => string,
  { maxResults, nextToken }: { readonly maxResults: number; readonly nextToken?: string | undefined },
): { readonly items: readonly ITEM[]; readonly nextToken?: string } {
  const after = nextToken === undefined ? '' : Buffer.from(nextToken, 'base64url').toString();
  const rest = all.filter((item) => nameOf(item) > after);
  const items = rest.slice(0, maxResults);
  const last = items.at(-1);
  return rest.length > items.length && last !== undefined
    ? { items, nextToken: Buffer.from(nameOf(last)).toString('base64url') }
    : { items };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalid('The request body is not valid JSON');
  }
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}
