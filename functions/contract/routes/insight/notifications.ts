import { Cursor } from '../../base/cursor';
import { NotificationPage, ReadNotifications } from '../../insight/notifications';
import type { Route } from '../route';

/** What a person was told. */
export const NOTIFICATION_ROUTES = {
  listNotifications: {
    area: 'dashboard',
    method: 'GET',
    path: '/api/notifications',
    caller: 'user',
    permission: 'bots.view',
    summary: 'What the caller was told of in this account, newest first',
    query: Cursor,
    status: 200,
    response: NotificationPage,
  },
  readNotifications: {
    area: 'dashboard',
    method: 'POST',
    path: '/api/notifications/read',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Mark a notification of the caller as read, or all up to one; repeating changes nothing',
    body: ReadNotifications,
    status: 204,
  },
} as const satisfies Record<string, Route>;
