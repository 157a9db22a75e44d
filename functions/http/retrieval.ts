import { loadActor } from '../core/accounts/load-actor';
import { tryRetrieval } from '../core/answers/try-retrieval';
import { loadBot } from '../core/bots/bots';
import { retrievalDeps, retrieveWith } from '../core/knowledge/retrieval-deps';
import { searchPassages } from '../core/knowledge/search-passages';
import { verifyAccessToken } from '../platform/access-token';
import { httpHandler } from '../platform/http-handler';

const deps = retrievalDeps();
const find = retrieveWith(deps);

export const handler = httpHandler(
  'retrieval',
  {
    tryRetrieval: async ({ actor, params, body }) => {
      const { accountId, botId, config } = await loadBot({ accountId: actor.accountId, botId: params.botId });
      return tryRetrieval(find, { accountId, botId }, { ...body, language: config.language });
    },
    searchPassages: async ({ actor, params, body }) => {
      const { accountId, botId, config } = await loadBot({ accountId: actor.accountId, botId: params.botId });
      return searchPassages(deps, { accountId, botId }, { ...body, language: config.language });
    },
  },
  { loadActor, verifyAccessToken },
);
