import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { DynamoDbService } from '#infra/local/services/dynamodb/service';

export type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A call of the API in this process: what it answers, or the error's type and body. */
export async function call(
  service: DynamoDbService,
  operation: string,
  body: object,
): Promise<{ readonly error?: string; readonly body: Record<string, unknown> }> {
  const answer = await service.handle({
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    rawPath: '/',
    headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
    body: Buffer.from(JSON.stringify(body)),
    principal: { kind: 'operator', arn: '' },
  });
  const parsed = JSON.parse(String(answer.body)) as Record<string, unknown>;
  if (answer.status === 200) return { body: parsed };
  return { error: String(parsed.__type).replace(/.*#/, ''), body: parsed };
}

export async function readAll(
  service: DynamoDbService,
  table: string,
  index?: string,
): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let ExclusiveStartKey: unknown;
  do {
    const { body } = await call(service, 'Scan', {
      TableName: table,
      ...(index && { IndexName: index }),
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
    });
    for (const item of body.Items as Item[]) found.set(keyOf(item), item);
    ExclusiveStartKey = body.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

/** Follows the stream from its beginning: each change must start where the one before it ended. */
export async function replay(service: DynamoDbService, streamArn: string): Promise<Map<string, Item>> {
  const state = new Map<string, Item>();
  let after: string | undefined;
  for (;;) {
    const records = await service.read(streamArn, after, 500);
    for (const { eventName, dynamodb } of records) {
      expect(after === undefined || dynamodb.SequenceNumber > after).toBe(true);
      after = dynamodb.SequenceNumber;
      const key = keyOf(dynamodb.Keys as Item);
      const [old, next] = [dynamodb.OldImage as Item | undefined, dynamodb.NewImage as Item | undefined];
      if (!isDeepStrictEqual(old, state.get(key))) {
        throw new Error(`${key} changed from something it was not: ${JSON.stringify(old)}`);
      }
      expect(eventName).toBe(old ? (next ? 'MODIFY' : 'REMOVE') : 'INSERT');
      if (next) state.set(key, next);
      else state.delete(key);
    }
    if (records.length === 0) return state;
  }
}

export function keyOf({ pk, sk }: Item): string {
  return `${pk?.S}/${sk?.S}`;
}
