import * as z from 'zod';
import { invalid } from './errors';

/** Names of buckets and indexes. */
const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must have 3 to 63 lower-case letters, digits, dots, hyphens');
const BUCKET_ARN = /^(arn:aws:s3vectors:[a-z0-9-]+:\d{12}:bucket\/[^/]+)$/;
const INDEX_ARN = /^(arn:aws:s3vectors:[a-z0-9-]+:\d{12}:bucket\/[^/]+)\/index\/([^/]+)$/;

const OfBucket = z.object({ vectorBucketName: Name.optional(), vectorBucketArn: z.string().optional() });
const OfIndex = z.object({
  vectorBucketName: Name.optional(),
  indexName: Name.optional(),
  indexArn: z.string().optional(),
});

const Key = z.string().min(1).max(1024);
const Data = z.object({ float32: z.array(z.number()).min(1) });
/** Types of metadata: nothing nested but lists. */
const Metadata = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))]),
);
/** Refused and not ignored: what it would leave out would come. */
const NotServed = z.undefined({ error: 'does not run locally' }).optional();

export const REQUESTS = {
  CreateIndex: OfBucket.extend({
    indexName: Name,
    dataType: z.literal('float32'),
    dimension: z.number().int().min(1).max(4096),
    distanceMetric: z.enum(['cosine', 'euclidean']),
    metadataConfiguration: z
      .object({ nonFilterableMetadataKeys: z.array(z.string().min(1).max(63)).min(1).max(10) })
      .optional(),
  }),
  GetIndex: OfIndex,
  DeleteIndex: OfIndex,
  ListIndexes: OfBucket.extend({
    prefix: z.string().optional(),
    maxResults: z.number().int().min(1).max(500).default(500),
    nextToken: z.string().optional(),
  }),
  PutVectors: OfIndex.extend({
    vectors: z
      .array(z.object({ key: Key, data: Data, metadata: Metadata.optional() }))
      .min(1)
      .max(500),
  }),
  GetVectors: OfIndex.extend({
    keys: z.array(Key).min(1).max(100),
    returnData: z.boolean().default(false),
    returnMetadata: z.boolean().default(false),
  }),
  ListVectors: OfIndex.extend({
    maxResults: z.number().int().min(1).max(1000).default(500),
    nextToken: z.string().optional(),
    returnData: z.boolean().default(false),
    returnMetadata: z.boolean().default(false),
    segmentCount: NotServed,
    segmentIndex: NotServed,
  }),
  DeleteVectors: OfIndex.extend({ keys: z.array(Key).min(1).max(500) }),
  QueryVectors: OfIndex.extend({
    topK: z.number().int().min(1).max(100),
    queryVector: Data,
    filter: NotServed,
    returnMetadata: z.boolean().default(false),
    returnDistance: z.boolean().default(false),
  }),
} as const;

export type Operation = keyof typeof REQUESTS;
export type RequestOf<O extends Operation> = z.infer<(typeof REQUESTS)[O]>;

export function isOperation(name: string): name is Operation {
  return name in REQUESTS;
}

export function readRequest<O extends Operation>(operation: O, body: unknown): RequestOf<O> {
  const parsed = REQUESTS[operation].safeParse(body);
  if (parsed.success) return parsed.data as RequestOf<O>;
  const [issue] = parsed.error.issues;
  throw invalid(
    `1 validation error detected. Value at '/${issue?.path.join('/') ?? ''}' failed to satisfy constraint: ${issue?.message ?? ''}`,
  );
}

/** The bucket that a request names, as its ARN. */
export function bucketOf(request: z.infer<typeof OfBucket>, arnOf: (name: string) => string): string {
  const { vectorBucketName: name, vectorBucketArn: arn } = request;
  if ((name === undefined) === (arn === undefined))
    throw invalid('Must specify either vectorBucketName or vectorBucketArn but not both');
  if (name !== undefined) return arnOf(name);
  if (!BUCKET_ARN.test(arn ?? '')) throw invalid('The vector bucket ARN is not valid');
  return arn ?? '';
}

/** The index that a request names, and its bucket's ARN. */
export function indexOf(
  { vectorBucketName, indexName, indexArn }: z.infer<typeof OfIndex>,
  arnOf: (name: string) => string,
): { readonly bucket: string; readonly name: string } {
  const isNamed = vectorBucketName !== undefined && indexName !== undefined;
  if (indexArn !== undefined && vectorBucketName === undefined && indexName === undefined) {
    const [, bucket, name] = INDEX_ARN.exec(indexArn) ?? [];
    if (bucket === undefined || name === undefined) throw invalid('The index ARN is not valid');
    return { bucket, name };
  }
  if (!isNamed || indexArn !== undefined)
    throw invalid('Must specify either indexArn or both vectorBucketName and indexName');
  return { bucket: arnOf(vectorBucketName), name: indexName };
}
