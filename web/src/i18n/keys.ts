import type about from '../../public/locales/en/about.json';
import type admin from '../../public/locales/en/admin.json';
import type analytics from '../../public/locales/en/analytics.json';
import type auth from '../../public/locales/en/auth.json';
import type billing from '../../public/locales/en/billing.json';
import type bots from '../../public/locales/en/bots.json';
import type common from '../../public/locales/en/common.json';
import type consent from '../../public/locales/en/consent.json';
import type contact from '../../public/locales/en/contact.json';
import type conversations from '../../public/locales/en/conversations.json';
import type dashboard from '../../public/locales/en/dashboard.json';
import type demo from '../../public/locales/en/demo.json';
import type developer from '../../public/locales/en/developer.json';
import type errorPages from '../../public/locales/en/errorPages.json';
import type errors from '../../public/locales/en/errors.json';
import type feedback from '../../public/locales/en/feedback.json';
import type help from '../../public/locales/en/help.json';
import type integrations from '../../public/locales/en/integrations.json';
import type knowledge from '../../public/locales/en/knowledge.json';
import type landing from '../../public/locales/en/landing.json';
import type legal from '../../public/locales/en/legal.json';
import type loading from '../../public/locales/en/loading.json';
import type notifications from '../../public/locales/en/notifications.json';
import type preview from '../../public/locales/en/preview.json';
import type pricing from '../../public/locales/en/pricing.json';
import type profile from '../../public/locales/en/profile.json';
import type questions from '../../public/locales/en/questions.json';
import type reports from '../../public/locales/en/reports.json';
import type roadmap from '../../public/locales/en/roadmap.json';
import type settings from '../../public/locales/en/settings.json';
import type sites from '../../public/locales/en/sites.json';
import type team from '../../public/locales/en/team.json';
import type templates from '../../public/locales/en/templates.json';
import type usage from '../../public/locales/en/usage.json';

interface Resources {
  readonly about: typeof about;
  readonly admin: typeof admin;
  readonly analytics: typeof analytics;
  readonly auth: typeof auth;
  readonly billing: typeof billing;
  readonly bots: typeof bots;
  readonly common: typeof common;
  readonly consent: typeof consent;
  readonly contact: typeof contact;
  readonly conversations: typeof conversations;
  readonly dashboard: typeof dashboard;
  readonly demo: typeof demo;
  readonly developer: typeof developer;
  readonly errorPages: typeof errorPages;
  readonly errors: typeof errors;
  readonly feedback: typeof feedback;
  readonly help: typeof help;
  readonly integrations: typeof integrations;
  readonly knowledge: typeof knowledge;
  readonly landing: typeof landing;
  readonly legal: typeof legal;
  readonly loading: typeof loading;
  readonly notifications: typeof notifications;
  readonly preview: typeof preview;
  readonly pricing: typeof pricing;
  readonly profile: typeof profile;
  readonly questions: typeof questions;
  readonly reports: typeof reports;
  readonly roadmap: typeof roadmap;
  readonly settings: typeof settings;
  readonly sites: typeof sites;
  readonly team: typeof team;
  readonly templates: typeof templates;
  readonly usage: typeof usage;
}

export type Namespace = keyof Resources;

/** Plural forms (`_one`, `_other`) are one key to who asks for them. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K;
type Leaves<T, P extends string> = {
  [K in keyof T & string]: T[K] extends string
    ? `${P}${Base<K>}`
    : // A list of paragraphs is read as a whole.
      T[K] extends readonly unknown[]
      ? never
      : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];

/** Every text there is, as `namespace:path`: a key that the English files lack does not compile. */
export type TranslationKey = { [N in Namespace]: Leaves<Resources[N], `${N}:`> }[Namespace];
