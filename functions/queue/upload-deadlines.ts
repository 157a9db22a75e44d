import { enforceUploadDeadline, UploadDeadline } from '#core/knowledge/documents/upload-deadline';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(UploadDeadline, (deadline) =>
  enforceUploadDeadline(systemClock, deadline),
);
