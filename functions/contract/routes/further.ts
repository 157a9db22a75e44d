import { ACCOUNT_ROUTES } from './account';
import { ADMIN_ROUTES } from './admin';
import { ANALYTICS_ROUTES } from './analytics';
import { BILLING_ROUTES } from './billing';
import { CANNED_REPLY_ROUTES } from './canned-replies';
import { DASHBOARD_ROUTES } from './dashboard';
import { DEVELOPER_ROUTES } from './developer';
import { DOCUMENT_ROUTES } from './documents';
import { HELP_ROUTES } from './help';
import { INBOX_ROUTES } from './inbox';
import { INBOX_WORK_ROUTES } from './inbox-work';
import { INTEGRATION_ROUTES } from './integrations';
import { PLATFORM_ROUTES } from './platform';
import { PREVIEW_ROUTES } from './previews';
import { QUESTION_ROUTES } from './questions';
import { REPORT_ROUTES } from './reports';
import { SECURITY_ROUTES } from './security';
import { SITE_ROUTES } from './sites';
import { TEAM_ROUTES } from './team';
import { TEMPLATE_ROUTES } from './templates';
import { USAGE_ROUTES } from './usage';

/** Routes of single pages. The dashboard loads this table when it first calls one of them. */
export const FURTHER_ROUTES = {
  ...ACCOUNT_ROUTES,
  ...SECURITY_ROUTES,
  ...ANALYTICS_ROUTES,
  ...INBOX_ROUTES,
  ...INBOX_WORK_ROUTES,
  ...CANNED_REPLY_ROUTES,
  ...TEAM_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SITE_ROUTES,
  ...INTEGRATION_ROUTES,
  ...TEMPLATE_ROUTES,
  ...PREVIEW_ROUTES,
  ...PLATFORM_ROUTES,
  ...HELP_ROUTES,
  ...QUESTION_ROUTES,
  ...REPORT_ROUTES,
  ...DASHBOARD_ROUTES,
  ...ADMIN_ROUTES,
  ...DEVELOPER_ROUTES,
  ...BILLING_ROUTES,
  ...USAGE_ROUTES,
} as const;
