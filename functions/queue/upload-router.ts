import { routeUploads } from '#core/knowledge/ingest/route-uploads';
import { ObjectNotification } from '#platform/object-notification';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(ObjectNotification, routeUploads);
