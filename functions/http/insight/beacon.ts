import { VISITOR_ROUTES } from '#contract/routes/conversations/visitors';
import { admitVisit, countVisit } from '#core/insight/visits/count-visit';
import { visitorSalt } from '#core/insight/visits/visitor-salt';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { sendToQueue } from '#platform/queues';

const queueUrl = environment('VISITS_QUEUE_URL');
const visits = {
  clock,
  appOrigin: environment('APP_ORIGIN'),
  salt: (accountId: Parameters<typeof visitorSalt>[1], day: string) => visitorSalt(clock, accountId, day),
  send: (body: { readonly accountId: string }) => sendToQueue(queueUrl, { body, group: body.accountId }),
};

export const handler = httpHandler(
  'beacon',
  VISITOR_ROUTES,
  { countVisit: ({ params, body, origin }) => countVisit(visits, params.widgetId, body, origin) },
  {},
  { countVisit: ({ params, origin }) => admitVisit(clock, params.widgetId, origin) },
);
