import { DOCUMENT_ROUTES } from '#contract/routes/knowledge/documents';
import { loadKeyActor } from '#core/accounts/api-keys/load-key-actor';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { countCitations } from '#core/conversations/count-citations';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { getDocument, listDocuments, requireBot } from '#core/knowledge/documents/documents';
import { linkToOriginal } from '#core/knowledge/documents/original';
import {
  completeUpload,
  registerDocument,
  registerVersion,
} from '#core/knowledge/documents/register-document';
import { retryDocument } from '#core/knowledge/documents/retry-document';
import { updateDocument } from '#core/knowledge/documents/update-document';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';

export const handler = httpHandler(
  'documents',
  DOCUMENT_ROUTES,
  {
    listDocuments: ({ actor, params, query }) => listDocuments(actor, params.botId, query),
    registerDocument: ({ actor, params, body }) => registerDocument(systemClock, actor, params.botId, body),
    getDocument: ({ actor, params }) => getDocument(actor, params),
    updateDocument: ({ actor, params, body }) => updateDocument(systemClock, actor, params, body),
    registerVersion: ({ actor, params, body }) => registerVersion(systemClock, actor, params, body),
    completeUpload: ({ actor, params }) => completeUpload(actor, params),
    deleteDocument: ({ actor, params }) => deleteDocument(actor, params),
    countCitations: ({ actor, params, body }) => countCitations(actor, params.botId, body),
    retryDocument: ({ actor, params }) => retryDocument(systemClock, actor, params),
    getOriginal: async ({ actor, params, query }) =>
      linkToOriginal(systemClock, await requireBot(actor, params.botId), params.documentId, query),
  },
  { loadActor, loadKeyActor, verifyAccessToken },
);
