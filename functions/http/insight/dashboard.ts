import { DASHBOARD_ROUTES } from '#contract/routes/insight/dashboard';
import { NOTIFICATION_ROUTES } from '#contract/routes/insight/notifications';
import { claimAlphaTrial, getAlpha, joinAlpha, leaveAlpha } from '#core/accounts/alpha';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { searchAccount } from '#core/conversations/search/search-account';
import { listActivity } from '#core/insight/activity/activity';
import { getDashboard } from '#core/insight/dashboard/dashboard';
import { chooseNotifications, getNotificationSettings } from '#core/insight/notifications/choices';
import { listNotifications, readNotifications } from '#core/insight/notifications/read-notifications';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';

export const handler = httpHandler(
  'dashboard',
  { ...DASHBOARD_ROUTES, ...NOTIFICATION_ROUTES },
  {
    getDashboard: ({ actor }) => getDashboard(clock, actor),
    listActivity: ({ actor, query }) => listActivity(actor, query),
    listNotifications: ({ actor, query }) => listNotifications(actor, query),
    readNotifications: ({ actor, body }) => readNotifications(clock, actor, body),
    getNotificationSettings: ({ actor }) => getNotificationSettings(actor),
    chooseNotifications: ({ actor, body }) => chooseNotifications(clock, actor, body),
    searchAccount: ({ actor, query }) => searchAccount(actor, query),
    getAlpha: ({ actor }) => getAlpha(clock, actor),
    joinAlpha: ({ actor }) => joinAlpha(clock, actor),
    leaveAlpha: ({ actor }) => leaveAlpha(clock, actor),
    claimAlphaTrial: ({ actor }) => claimAlphaTrial(clock, actor),
  },
  { loadActor, verifyAccessToken },
);
