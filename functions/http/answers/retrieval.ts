import { INBOX_WORK_ROUTES } from '#contract/routes/conversations/inbox-work';
import { DOCUMENT_ROUTES } from '#contract/routes/knowledge/documents';
import { loadKeyActor } from '#core/accounts/api-keys/load-key-actor';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { createAnswerer } from '#core/answers/create-answerer';
import { tryQuestion } from '#core/answers/try-question';
import { loadBot } from '#core/bots/bots';
import { draftReply } from '#core/conversations/inbox/draft-reply';
import { retrievalDeps } from '#core/knowledge/retrieval-deps';
import { searchPassages } from '#core/knowledge/search-passages';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';

// What was read for the one is there for the other.
const deps = retrievalDeps();
const answerer = createAnswerer(deps);

export const handler = httpHandler(
  'retrieval',
  { ...DOCUMENT_ROUTES, ...INBOX_WORK_ROUTES },
  {
    tryRetrieval: ({ actor, params, body }) =>
      tryQuestion({ clock, answerer }, actor, params.botId, body.question),
    draftReply: ({ actor, params }) => draftReply({ clock, answerer }, actor, params.conversationId),
    searchPassages: async ({ actor, params, body }) => {
      const { accountId, botId, config } = await loadBot({ accountId: actor.accountId, botId: params.botId });
      return searchPassages(deps, { accountId, botId }, { ...body, language: config.language });
    },
  },
  { loadActor, loadKeyActor, verifyAccessToken },
);
