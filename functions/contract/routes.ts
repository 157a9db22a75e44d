import { ACCOUNT_ROUTES } from './routes/accounts/account';
import { BILLING_ROUTES } from './routes/accounts/billing';
import { PROFILE_ROUTES } from './routes/accounts/profile';
import { SECURITY_ROUTES } from './routes/accounts/security';
import { TEAM_ROUTES } from './routes/accounts/team';
import { USAGE_ROUTES } from './routes/accounts/usage';
import { BOT_ROUTES } from './routes/bots/bots';
import { PREVIEW_ROUTES } from './routes/bots/previews';
import { CANNED_REPLY_ROUTES } from './routes/conversations/canned-replies';
import { INBOX_ROUTES } from './routes/conversations/inbox';
import { INBOX_WORK_ROUTES } from './routes/conversations/inbox-work';
import { VISITOR_ROUTES } from './routes/conversations/visitors';
import { ANALYTICS_ROUTES } from './routes/insight/analytics';
import { DASHBOARD_ROUTES } from './routes/insight/dashboard';
import { INTEGRATION_ROUTES } from './routes/insight/integrations';
import { NOTIFICATION_ROUTES } from './routes/insight/notifications';
import { QUESTION_ROUTES } from './routes/insight/questions';
import { REPORT_ROUTES } from './routes/insight/reports';
import { DOCUMENT_ROUTES } from './routes/knowledge/documents';
import { SITE_ROUTES } from './routes/knowledge/sites';
import { TEMPLATE_ROUTES } from './routes/lifecycle/templates';
import { ADMIN_ROUTES } from './routes/operator/admin';
import { DEVELOPER_ROUTES } from './routes/operator/developer';
import { SYSTEM_ROUTES } from './routes/operator/system';
import { HELP_ROUTES } from './routes/site/help';
import { PLATFORM_ROUTES } from './routes/site/platform';

export type { Area, Caller, Route } from './routes/route';

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
