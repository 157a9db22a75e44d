import { ANALYTICS_ROUTES } from '#contract/routes/insight/analytics';
import { loadKeyActor } from '#core/accounts/api-keys/load-key-actor';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { flowReport } from '#core/insight/analytics/flow';
import { forecast } from '#core/insight/analytics/forecast';
import { gapReport } from '#core/insight/analytics/gaps';
import { getLayout, saveLayout } from '#core/insight/analytics/layouts';
import { liveFigures, sendTestEvent } from '#core/insight/analytics/live';
import { listRatings } from '#core/insight/analytics/ratings';
import { analyticsReport } from '#core/insight/analytics/report';
import { setTimeZone } from '#core/insight/analytics/time-zone';
import { renameTopic, topicReport } from '#core/insight/analytics/topics';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';
import { socketsAt } from '#platform/sockets';

const sockets = socketsAt();

export const handler = httpHandler(
  'analytics',
  ANALYTICS_ROUTES,
  {
    getAnalytics: ({ actor, query }) => analyticsReport(clock, actor, query),
    listRatings: ({ actor, query }) => listRatings(clock, actor, query),
    getTopics: ({ actor, query }) => topicReport(clock, actor, query),
    renameTopic: ({ actor, body }) => renameTopic(actor, body),
    getFlowReport: ({ actor, query }) => flowReport(clock, actor, query),
    getGaps: ({ actor, query }) => gapReport(clock, actor, query),
    getForecast: ({ actor }) => forecast(clock, actor),
    getLiveFigures: ({ actor }) => liveFigures(clock, actor),
    sendTestEvent: ({ actor }) => sendTestEvent({ clock, sockets }, actor),
    getLayout: ({ actor }) => getLayout(actor),
    saveLayout: ({ actor, body }) => saveLayout(actor, body),
    setTimeZone: ({ actor, body }) => setTimeZone(clock, actor, body),
  },
  { loadActor, loadKeyActor, verifyAccessToken },
);
