import * as z from 'zod';
import { AlphaProgramme } from '../../accounts/alpha-programme';
import { Cursor } from '../../base/cursor';
import { AccountSearch, AccountSearchQuery } from '../../conversations/search';
import { ActivityPage, Dashboard } from '../../insight/dashboard';
import { ChooseNotifications, NotificationSettings } from '../../insight/notifications';
import type { Route } from '../route';

/** What the first page after signing in shows. */
export const DASHBOARD_ROUTES = {
  getDashboard: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/dashboard',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Totals of the account, and how its bots are',
    status: 200,
    response: Dashboard,
  },
  listActivity: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/activity',
    caller: 'user',
    permission: 'bots.view',
    summary: 'What happened in the account, newest first',
    query: Cursor,
    status: 200,
    response: ActivityPage,
  },
  getNotificationSettings: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/notifications/settings',
    caller: 'user',
    permission: 'bots.view',
    summary: 'By which ways the caller is told of what, in all of their accounts',
    status: 200,
    response: NotificationSettings,
  },
  chooseNotifications: {
    area: 'dashboard',
    method: 'PATCH',
    path: '/api/notifications/settings',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Choose the ways of one kind of notification or several',
    body: ChooseNotifications,
    status: 200,
    response: NotificationSettings,
  },
  searchAccount: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/search',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Bots, documents and conversations by name',
    query: AccountSearchQuery,
    status: 200,
    response: AccountSearch,
  },
  getAlpha: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/alpha',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Whether the account is in the alpha programme, and what joining gives',
    status: 200,
    response: AlphaProgramme,
  },
  joinAlpha: {
    area: 'dashboard',
    method: 'POST',
    path: '/api/alpha',
    caller: 'user',
    permission: 'settings.edit',
    summary: 'Join the alpha programme, the first time with its trial; repeating changes nothing',
    status: 200,
    response: AlphaProgramme,
  },
  leaveAlpha: {
    area: 'dashboard',
    method: 'DELETE',
    path: '/api/alpha',
    caller: 'user',
    permission: 'settings.edit',
    summary: 'Leave the alpha programme; its trial stays, and repeating changes nothing',
    status: 200,
    response: AlphaProgramme,
  },
  claimAlphaTrial: {
    area: 'dashboard',
    method: 'POST',
    path: '/api/alpha-trial',
    caller: 'user',
    permission: 'settings.edit',
    summary: 'Claim the three-month trial of the alpha programme, once an account',
    status: 200,
    response: z.object({ trialEndsAt: z.iso.datetime() }),
  },
} as const satisfies Record<string, Route>;
