import { routeUploads, UploadNotification } from '#core/knowledge/ingest/route-uploads';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(UploadNotification, routeUploads);
