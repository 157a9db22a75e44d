import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { AwsAnswer, AwsCall, LocalContext, LocalService, RequiredAction } from '../../service';
import { invalid, VectorsError } from './errors';
import { Indexes, idOf } from './indexes';
import { createOperations } from './operations';
import { bucketOf, indexOf, isOperation, type Operation, readRequest } from './requests';

export interface S3VectorsOptions {
  /** Resources of type AWS::S3Vectors::VectorBucket. */
  readonly buckets: readonly Resource[];
}

/** Largest request that the service takes. */
const MOST_BYTES = 20 * 1024 * 1024;

/** Amazon S3 Vectors: indexes of vectors in the assembly's vector buckets, searched exactly. */
export function createS3Vectors(context: LocalContext, options: S3VectorsOptions): LocalService {
  const arns = new Set(options.buckets.map(({ id }) => id));
  const arnOf = (name: string) => `arn:aws:s3vectors:${context.region}:${context.accountId}:bucket/${name}`;
  let store: Indexes | undefined;

  const indexes = () => {
    if (!store) throw new Error('S3 Vectors has not been started');
    return store;
  };
  const handlers = createOperations(arns, arnOf, indexes);

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
