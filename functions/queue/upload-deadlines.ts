import { settleUpload, UploadDeadline } from '../core/knowledge/documents/upload-deadline';
import { systemClock } from '../platform/clock';
import { queueHandler } from '../platform/queue-handler';

export const handler = queueHandler(UploadDeadline, (deadline) => settleUpload(systemClock, deadline));
