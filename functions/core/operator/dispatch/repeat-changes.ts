import * as z from 'zod';
import { deleteObject, getObject } from '#platform/buckets';
import type { Invoke } from '#platform/functions';
import { type ObjectNotification, objectsIn } from '#platform/object-notification';

/** What Lambda keeps of a batch of the stream that it gave up: `payload` is the event that the function was given. */
const GivenUp = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.union([z.string(), z.record(z.string(), z.unknown())]),
});
const BatchAnswer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

interface RepeatDeps {
  readonly invoke: Invoke;
  /** What follows the stream, as it is called: a version that failed may have been taken back since. */
  readonly readers: readonly string[];
}

/**
 * Hands changes of the table that were given up to the function that failed on them. Throws where they fail again: they
 * are kept, and the message of them comes again.
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
    const event = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const reader = readers.find((arn) => functionOf(arn) === functionOf(requestContext.functionArn));
    if (reader === undefined) throw new Error(`${requestContext.functionArn} follows the table no more.`);
    const { batchItemFailures } = BatchAnswer.parse(await invoke(reader, event));
    const [failed] = batchItemFailures;
    if (failed) throw new Error(`The change ${failed.itemIdentifier} of ${object.key} fails again.`);
    await deleteObject(object);
  }
}

/** Without version or alias: `arn:aws:lambda:REGION:ACCOUNT:function:NAME`. */
function functionOf(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}
