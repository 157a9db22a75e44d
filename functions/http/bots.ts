import { loadActor } from '../core/accounts/load-actor';
import { actOnBot } from '../core/bots/act-on-bot';
import { getBot, listBots } from '../core/bots/bots';
import { createBot } from '../core/bots/create-bot';
import { updateBot } from '../core/bots/update-bot';
import { systemClock } from '../platform/clock';
import { httpHandler } from '../platform/http-handler';

export const handler = httpHandler(
  'bots',
  {
    listBots: ({ actor, query }) => listBots(actor, query),
    createBot: ({ actor, body }) => createBot(systemClock, actor, body),
    getBot: ({ actor, params }) => getBot(actor, params.botId),
    updateBot: ({ actor, params, body }) => updateBot(systemClock, actor, params.botId, body),
    actOnBot: ({ actor, params, body }) => actOnBot(systemClock, actor, params.botId, body),
  },
  { loadActor },
);
