import { loadActor } from '../core/accounts/load-actor';
import { createAnswerer } from '../core/answers/create-answerer';
import { tryRetrieval } from '../core/answers/try-retrieval';
import { loadBot } from '../core/bots/bots';
import { verifyAccessToken } from '../platform/access-token';
import { httpHandler } from '../platform/http-handler';

const answerer = createAnswerer();

export const handler = httpHandler(
  'retrieval',
  {
    tryRetrieval: async ({ actor, params, body }) => {
      const { accountId, botId, name, config } = await loadBot({
        accountId: actor.accountId,
        botId: params.botId,
      });
      return tryRetrieval(answerer, { ref: { accountId, botId }, name, config }, body.question);
    },
  },
  { loadActor, verifyAccessToken },
);
