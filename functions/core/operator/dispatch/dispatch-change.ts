import { eventsOf } from '#core/base/events/derive';
import type { DomainEvent, EventType } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import type { BatchHandler } from '#platform/stream-handler';
import type { Reader } from './reader';

/** What follows from changes of the table, at once or later. Each of it may happen twice and changes nothing then. */
export function dispatchChanges(reader: Reader, sockets: Sockets): BatchHandler {
  const told: DomainEvent[] = [];
  return {
    async handle(change) {
      for (const event of eventsOf(change)) {
        await tell(reader, event, sockets);
        told.push(event);
      }
    },
    async end() {
      for (const follow of reader.ofBatch ?? []) await follow(told, sockets);
    },
  };
}

async function tell<TYPE extends EventType>(
  reader: Reader,
  event: DomainEvent<TYPE>,
  sockets: Sockets,
): Promise<void> {
  for (const follow of reader.of[event.type] ?? []) await follow(event, sockets);
}
