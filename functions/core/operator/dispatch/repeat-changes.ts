import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { removedSince } from '#core/lifecycle/recovery/guards';
import { deleteObject, getObject } from '#platform/buckets';
import type { Invoke } from '#platform/functions';
import { type ObjectNotification, objectsIn } from '#platform/object-notification';
import { changeOf } from '#platform/stream-handler';

/** What Lambda keeps of a batch of the stream that it gave up: `payload` is the event that the function was given. */
const GivenUp = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.union([z.string(), z.record(z.string(), z.unknown())]),
});
const Batch = z.looseObject({ Records: z.array(z.custom<DynamoDBRecord>()) });
const BatchAnswer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

interface RepeatDeps {
  readonly invoke: Invoke;
  /** What follows the stream, as it is called: a version that failed may have been taken back since. */
  readonly readers: readonly string[];
}

/**
 * Hands changes of the table that were given up to the function that failed on them, but for what was erased since: what
 * follows from it would write of it again, after all else has forgotten it. Throws where they fail again: they are kept,
 * and the message of them comes again.
 */
export async function repeatChanges(
  { invoke, readers }: RepeatDeps,
  notification: ObjectNotification,
): Promise<void> {
  for (const object of objectsIn(notification)) {
    const bytes = await getObject(object);
    // A delivery that came twice: the first has done it.
    if (bytes === null) continue;
    const { requestContext, payload } = GivenUp.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    const event = Batch.parse(typeof payload === 'string' ? JSON.parse(payload) : payload);
    const records = await withoutErased(event.Records);
    const reader = readers.find((arn) => functionOf(arn) === functionOf(requestContext.functionArn));
    if (reader === undefined) throw new Error(`${requestContext.functionArn} follows the table no more.`);
    const { batchItemFailures } =
      records.length === 0
        ? { batchItemFailures: [] }
        : BatchAnswer.parse(await invoke(reader, JSON.stringify({ ...event, Records: records })));
    const [failed] = batchItemFailures;
    if (failed) throw new Error(`The change ${failed.itemIdentifier} of ${object.key} fails again.`);
    await deleteObject(object);
  }
}

/** That something is gone is followed in any case. */
async function withoutErased(records: readonly DynamoDBRecord[]): Promise<readonly DynamoDBRecord[]> {
  const written = records.flatMap((record) => {
    const { pk = '', sk = '', after = null, at = new Date(0) } = changeOf(record) ?? {};
    return after ? [{ record, item: { ...after, pk, sk }, at }] : [];
  });
  const removed = await removedSince(written);
  const left = new Set(written.flatMap(({ record, item }) => (removed.has(item) ? [record] : [])));
  return records.filter((record) => !left.has(record));
}

/** Without version or alias: `arn:aws:lambda:REGION:ACCOUNT:function:NAME`. */
function functionOf(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}
