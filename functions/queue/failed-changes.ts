import { repeatChanges } from '#core/operator/dispatch/repeat-changes';
import { environmentList } from '#platform/environment';
import { invoke } from '#platform/functions';
import { ObjectNotification } from '#platform/object-notification';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(ObjectNotification, (notification) =>
  repeatChanges({ invoke, readers: environmentList('READERS') }, notification),
);
