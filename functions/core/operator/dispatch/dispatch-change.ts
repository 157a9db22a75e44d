import { eventsOf } from '#core/base/events/derive';
import type { DomainEvent, EventType } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import type { BatchHandler, TableChange } from '#platform/stream-handler';
import { OF_A_BATCH, type Reader, SUBSCRIBERS } from './subscribers';

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
      if (reader === 'later') for (const follow of OF_A_BATCH) await follow(told, sockets);
    },
  };
}

/** All that follows from one change. */
export async function dispatchChange(sockets: Sockets, change: TableChange): Promise<void> {
  for (const reader of ['now', 'later'] as const) {
    const batch = dispatchChanges(reader, sockets);
    await batch.handle(change);
    await batch.end();
  }
}

async function tell<TYPE extends EventType>(
  reader: Reader,
  event: DomainEvent<TYPE>,
  sockets: Sockets,
): Promise<void> {
  for (const follow of SUBSCRIBERS[event.type][reader] ?? []) await follow(event, sockets);
}
