import type { DomainEvent, EventType } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';

/**
 * Handles an event. It may get one twice, and the second time changes nothing. Where it throws, the event is delivered
 * again to all subscribers of its reader.
 */
type Subscriber<TYPE extends EventType> = (event: DomainEvent<TYPE>, sockets: Sockets) => Promise<unknown>;

/**
 * One of the stream's two readers: `now` is for what people wait for, `later` for what may come some seconds later, and
 * so costs less, since it is done for many changes together. Of conversations that nobody looks at the first is told
 * nothing (`contract/base/followed-entities.ts`). Each is a file of its own, so that its function carries no other code.
 */
export interface Reader {
  /** The subscribers of each event, called one after the other. The stream waits for all of them, so slow work is queued as a job of its subject. */
  readonly of: { readonly [TYPE in EventType]?: readonly Subscriber<TYPE>[] };
  /** What is done with all events of a batch together. */
  readonly ofBatch?: readonly ((events: readonly DomainEvent[], sockets: Sockets) => Promise<unknown>)[];
}
