import { flowReport } from '#core/analytics/flow';
import { forecast } from '#core/analytics/forecast';
import { gapReport } from '#core/analytics/gaps';
import { getLayout, saveLayout } from '#core/analytics/layouts';
import { liveFigures, sendTestEvent } from '#core/analytics/live';
import { listRatings } from '#core/analytics/ratings';
import { analyticsReport } from '#core/analytics/report';
import { setTimeZone } from '#core/analytics/time-zone';
import { renameTopic, topicReport } from '#core/analytics/topics';
import { loadKeyActor } from '#core/api-keys/load-key-actor';
import { loadActor } from '#core/profiles/load-actor';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';
import { socketsAt } from '#platform/sockets';

const sockets = socketsAt();

export const handler = httpHandler(
  'analytics',
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
