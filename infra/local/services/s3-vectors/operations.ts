import { notFound } from './errors';
import { type FoundVector, type Indexes, idOf, type StoredIndex } from './indexes';
import { bucketOf, indexOf, type Operation, type RequestOf } from './requests';

type Handlers = { readonly [O in Operation]: (request: RequestOf<O>) => object };

/** What each operation does, in the buckets that there are. */
export function createOperations(
  arns: ReadonlySet<string>,
  arnOf: (name: string) => string,
  indexes: () => Indexes,
): Handlers {
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

  return {
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
