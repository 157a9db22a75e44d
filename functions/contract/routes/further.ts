import { DOCUMENT_ROUTES } from './documents';
import { INBOX_ROUTES } from './inbox';
import { INTEGRATION_ROUTES } from './integrations';
import { PLATFORM_ROUTES } from './platform';
import { PREVIEW_ROUTES } from './previews';
import { QUESTION_ROUTES } from './questions';
import { SITE_ROUTES } from './sites';
import { TEMPLATE_ROUTES } from './templates';

/** Routes of single pages. The dashboard loads this table when it first calls one of them. */
export const FURTHER_ROUTES = {
  ...INBOX_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SITE_ROUTES,
  ...INTEGRATION_ROUTES,
  ...TEMPLATE_ROUTES,
  ...PREVIEW_ROUTES,
  ...PLATFORM_ROUTES,
  ...QUESTION_ROUTES,
} as const;
