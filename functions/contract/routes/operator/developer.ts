import {
  BotIndex,
  IndexQuery,
  LoggedEventList,
  MailPreview,
  MailPreviewList,
  MailPreviewQuery,
} from '../../operator/developer';
import type { Route } from '../route';

/** What these have in common: administrators are answered, where the developer tools are on. */
const DEVELOPER = {
  area: 'developer',
  caller: 'user',
  permission: 'platform.administer',
  method: 'GET',
  status: 200,
} as const;

/** The developer tools. */
export const DEVELOPER_ROUTES = {
  listLoggedEvents: {
    ...DEVELOPER,
    path: '/api/developer/events',
    summary: 'The last domain events of the stage, the newest first',
    response: LoggedEventList,
  },
  getBotIndex: {
    ...DEVELOPER,
    path: '/api/developer/index',
    summary: 'What answers for a bot: documents, segments and their sizes',
    query: IndexQuery,
    response: BotIndex,
  },
  listMailPreviews: {
    ...DEVELOPER,
    path: '/api/developer/mails',
    summary: 'The mails that can be looked at',
    response: MailPreviewList,
  },
  getMailPreview: {
    ...DEVELOPER,
    path: '/api/developer/mails/{mailName}',
    summary: 'A mail as it is sent, with made-up people',
    query: MailPreviewQuery,
    response: MailPreview,
  },
} as const satisfies Record<string, Route>;
