import type { Sockets } from '#platform/sockets';
import type { TableChange } from '#platform/stream-handler';
import { logEvent } from '../developer/event-log';
import { eventsOf } from '../events/derive';
import type { DomainEvent, EventType } from '../events/events';
import { SUBSCRIBERS } from './subscribers';

/** What follows from a change of the table. Each of it may happen twice and changes nothing then. */
export async function dispatchChange(sockets: Sockets, change: TableChange): Promise<void> {
  for (const event of eventsOf(change)) {
    await tell(event, sockets);
    await logEvent(event);
  }
}

async function tell<TYPE extends EventType>(event: DomainEvent<TYPE>, sockets: Sockets): Promise<void> {
  for (const follow of SUBSCRIBERS[event.type]) await follow(event, sockets);
}
