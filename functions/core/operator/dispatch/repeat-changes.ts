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

/**
 * Hands changes of the table that were given up to the function that failed on them. Throws where they fail again: they
 * are kept, and the message of them comes again.
 */
export async function repeatChanges(
  { invoke }: { readonly invoke: Invoke },
  notification: ObjectNotification,
): Promise<void> {
  for (const object of objectsIn(notification)) {
    const bytes = await getObject(object);
    // A delivery that came twice: the first has done it.
    if (bytes === null) continue;
    const { requestContext, payload } = GivenUp.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    const event = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const { batchItemFailures } = BatchAnswer.parse(await invoke(requestContext.functionArn, event));
    const [failed] = batchItemFailures;
    if (failed) throw new Error(`The change ${failed.itemIdentifier} of ${object.key} fails again.`);
    await deleteObject(object);
  }
}
