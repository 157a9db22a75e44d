import { dispatchChanges } from '#core/operator/dispatch/dispatch-change';
import { LATER } from '#core/operator/dispatch/later';
import { NOW } from '#core/operator/dispatch/now';
import type { Sockets } from '#platform/sockets';
import type { TableChange } from '#platform/stream-handler';

/** All that follows from one change, of both readers of the stream. */
export async function dispatchChange(sockets: Sockets, change: TableChange): Promise<void> {
  for (const reader of [NOW, LATER]) {
    const batch = dispatchChanges(reader, sockets);
    await batch.handle(change);
    await batch.end();
  }
}
