import { BOT_ROUTES } from '#contract/routes/bots/bots';
import { PREVIEW_ROUTES } from '#contract/routes/bots/previews';
import { loadKeyActor } from '#core/accounts/api-keys/load-key-actor';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { getBot, listBots } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { getBotPreview, getPublicBot } from '#core/bots/previews';
import { updateBot } from '#core/bots/update-bot';
import { uploadAvatar } from '#core/bots/upload-avatar';
import { openPreviewSession, openTestSession } from '#core/conversations/open-test-session';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { deleteBot, listDeletedBots, restoreBot } from '#core/lifecycle/bots/delete-bot';
import { duplicateBot } from '#core/lifecycle/bots/duplicate-bot';
import { listVersions, restoreVersion } from '#core/lifecycle/bots/versions';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { socketAddress } from '#platform/sockets';

const sessions = { clock, socketUrl: socketAddress(environment('APP_ORIGIN')) };

export const handler = httpHandler(
  'bots',
  { ...BOT_ROUTES, ...PREVIEW_ROUTES },
  {
    listBots: ({ actor, query }) => listBots(actor, query),
    createBot: ({ actor, body }) => createBot(clock, actor, body),
    getBot: ({ actor, params }) => getBot(actor, params.botId),
    updateBot: ({ actor, params, body }) => updateBot(clock, actor, params.botId, body),
    actOnBot: ({ actor, params, body }) => actOnBot(clock, actor, params.botId, body),
    listBotVersions: ({ actor, params, query }) => listVersions(actor, params.botId, query),
    restoreBotVersion: ({ actor, params }) =>
      restoreVersion(clock, actor, params.botId, Number(params.number)),
    duplicateBot: ({ actor, params, body }) => duplicateBot(clock, actor, params.botId, body),
    deleteBot: ({ actor, params, body }) => deleteBot(clock, actor, params.botId, body),
    listDeletedBots: ({ actor }) => listDeletedBots(clock, actor),
    restoreBot: ({ actor, params, body }) => restoreBot(clock, actor, params.botId, body),
    uploadAvatar: ({ actor, params, body }) => uploadAvatar(actor, params.botId, body),
    getPublicBot: ({ params }) => getPublicBot(params.botId),
    getBotPreview: ({ actor, params }) => getBotPreview(actor, params.botId),
    openPreviewSession: ({ actor, params, body }) => openPreviewSession(sessions, actor, params.botId, body),
    openTestSession: ({ actor, params, body }) => openTestSession(sessions, actor, params.botId, body),
  },
  { loadActor, loadKeyActor, verifyAccessToken },
);
