import { INTEGRATION_ROUTES } from '#contract/routes/insight/integrations';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { revealIdentitySecret, rotateIdentitySecret } from '#core/bots/identity';
import { getDelivery, listDeliveries, redeliver, testWebhook } from '#core/insight/webhooks/deliveries';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '#core/insight/webhooks/webhooks';
import { checkSnippet } from '#core/site/snippets/check-snippet';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment, environmentList } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';

const guard = { privateHosts: environmentList('ALLOWED_PRIVATE_HOSTS') };
const deps = { clock, guard };

export const handler = httpHandler(
  'integrations',
  INTEGRATION_ROUTES,
  {
    revealIdentitySecret: ({ actor, params }) => revealIdentitySecret(clock, actor, params.botId),
    rotateIdentitySecret: ({ actor, params }) => rotateIdentitySecret(clock, actor, params.botId),
    listWebhooks: ({ actor, params }) => listWebhooks(clock, actor, params.botId),
    createWebhook: ({ actor, params, body }) => createWebhook(deps, actor, params.botId, body),
    updateWebhook: ({ actor, params, body }) => updateWebhook(deps, actor, params, body),
    deleteWebhook: ({ actor, params }) => deleteWebhook(actor, params),
    rotateWebhookSecret: ({ actor, params }) => rotateWebhookSecret(clock, actor, params),
    testWebhook: ({ actor, params }) => testWebhook(deps, actor, params),
    listDeliveries: ({ actor, params, query }) => listDeliveries(clock, actor, params, query),
    getDelivery: ({ actor, params }) => getDelivery(clock, actor, params, params.deliveryId),
    redeliver: ({ actor, params }) => redeliver(deps, actor, params, params.deliveryId),
    checkSnippet: ({ actor, params, body }) =>
      checkSnippet({ ...deps, appOrigin: environment('APP_ORIGIN') }, actor, params.botId, body),
  },
  { loadActor, verifyAccessToken },
);
