import { DEVELOPER_ROUTES } from '#contract/routes/operator/developer';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { whereDeveloping } from '#core/operator/developer/access';
import { getBotIndex } from '#core/operator/developer/bot-index';
import { listLoggedEvents } from '#core/operator/developer/event-log';
import { getMailPreview, listMailPreviews } from '#core/operator/developer/mail-previews';
import { verifyAccessToken } from '#platform/access-token';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';

const origins = { app: environment('APP_ORIGIN'), root: environment('ROOT_ORIGIN') };

export const handler = httpHandler(
  'developer',
  DEVELOPER_ROUTES,
  {
    listLoggedEvents: () => whereDeveloping(listLoggedEvents),
    getBotIndex: ({ query }) => whereDeveloping(() => getBotIndex(query)),
    listMailPreviews: () => whereDeveloping(async () => listMailPreviews()),
    getMailPreview: ({ params, query }) =>
      whereDeveloping(() => getMailPreview(origins, params.mailName, query.language)),
  },
  { loadActor, verifyAccessToken },
);
