import { eventsOf } from '#core/base/events/derive';
import type { DomainEvent, EventType } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import type { BatchHandler, TableChange } from '#platform/stream-handler';
import { logEvents } from '../developer/event-log';
import { SUBSCRIBERS } from './subscribers';

/** What follows from changes of the table. Each of it may happen twice and changes nothing then. */
export function dispatchChanges(sockets: Sockets): BatchHandler {
  const told: DomainEvent[] = [];
  return {
    async handle(change) {
      for (const event of eventsOf(change)) {
        await tell(event, sockets);
        told.push(event);
      }
    },
    // Together: one by one they would be a third of all calls that a change takes.
    end: () => logEvents(told),
  };
}

/** The same of one change. */
export async function dispatchChange(sockets: Sockets, change: TableChange): Promise<void> {
  const batch = dispatchChanges(sockets);
  await batch.handle(change);
  await batch.end();
}

async function tell<TYPE extends EventType>(event: DomainEvent<TYPE>, sockets: Sockets): Promise<void> {
  for (const follow of SUBSCRIBERS[event.type]) await follow(event, sockets);
}
