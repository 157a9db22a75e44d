import { ACCOUNT_ROUTES } from './routes/account';
import { ADMIN_ROUTES } from './routes/admin';
import { ANALYTICS_ROUTES } from './routes/analytics';
import { BILLING_ROUTES } from './routes/billing';
import { BOT_ROUTES } from './routes/bots';
import { CANNED_REPLY_ROUTES } from './routes/canned-replies';
import { DASHBOARD_ROUTES } from './routes/dashboard';
import { DEVELOPER_ROUTES } from './routes/developer';
import { DOCUMENT_ROUTES } from './routes/documents';
import { HELP_ROUTES } from './routes/help';
import { INBOX_ROUTES } from './routes/inbox';
import { INBOX_WORK_ROUTES } from './routes/inbox-work';
import { INTEGRATION_ROUTES } from './routes/integrations';
import { NOTIFICATION_ROUTES } from './routes/notifications';
import { PLATFORM_ROUTES } from './routes/platform';
import { PREVIEW_ROUTES } from './routes/previews';
import { PROFILE_ROUTES } from './routes/profile';
import { QUESTION_ROUTES } from './routes/questions';
import { REPORT_ROUTES } from './routes/reports';
import { SECURITY_ROUTES } from './routes/security';
import { SITE_ROUTES } from './routes/sites';
import { SYSTEM_ROUTES } from './routes/system';
import { TEAM_ROUTES } from './routes/team';
import { TEMPLATE_ROUTES } from './routes/templates';
import { USAGE_ROUTES } from './routes/usage';
import { VISITOR_ROUTES } from './routes/visitors';

export type { Area, Caller, Route } from './route';

/** Every HTTP route there is: the server routes by it, the API document is made from it, tests walk it. */
export const ROUTES = {
  ...PROFILE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...SECURITY_ROUTES,
  ...TEAM_ROUTES,
  ...BILLING_ROUTES,
  ...USAGE_ROUTES,
  ...BOT_ROUTES,
  ...PREVIEW_ROUTES,
  ...TEMPLATE_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SITE_ROUTES,
  ...QUESTION_ROUTES,
  ...INBOX_ROUTES,
  ...INBOX_WORK_ROUTES,
  ...CANNED_REPLY_ROUTES,
  ...VISITOR_ROUTES,
  ...ANALYTICS_ROUTES,
  ...DASHBOARD_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...REPORT_ROUTES,
  ...INTEGRATION_ROUTES,
  ...PLATFORM_ROUTES,
  ...HELP_ROUTES,
  ...ADMIN_ROUTES,
  ...DEVELOPER_ROUTES,
  ...SYSTEM_ROUTES,
} as const;

export type RouteName = keyof typeof ROUTES;
