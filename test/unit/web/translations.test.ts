import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PLACES } from '#components/plan-limit/limit-reached.ts';
import { ApiKeyScope } from '#contract/accounts/api-keys';
import { BillingInterval, InvoiceStatus, SubscriptionStatus } from '#contract/accounts/billing';
import { SOLD_RESOURCES } from '#contract/accounts/limits';
import { MailProblem } from '#contract/accounts/mail-problem';
import { PlanId } from '#contract/accounts/plan-id';
import { PLAN_STATES } from '#contract/accounts/plan-standing';
import { ADJUSTABLE_LIMITS, FlagName } from '#contract/accounts/platform-settings';
import { Language } from '#contract/accounts/profile';
import { MemberStatus } from '#contract/accounts/team';
import { AnswerRecord } from '#contract/answers/answer-record';
import { FoundPassage, RetrievalVerdict } from '#contract/answers/retrieval';
import { ErrorCode } from '#contract/base/error-body';
import { EXPORT_FORMATS } from '#contract/base/export-format';
import { NAMED_RANGES } from '#contract/base/named-ranges';
import { ProfileRole, TeamRole } from '#contract/base/roles';
import {
  BotCategory,
  BotType,
  BotVisibility,
  ButtonStyle,
  CONFIG_FIELDS,
  EscalationTrigger,
  FontFamily,
  WidgetMode,
  WidgetPosition,
  WidgetShadow,
  WidgetSize,
  WidgetTheme,
} from '#contract/bots/bot-config';
import { BotAction, BotStatus } from '#contract/bots/bot-states';
import { GERMAN_STATES, Weekday } from '#contract/bots/business-hours';
import { Branch, ConditionOperator, FieldType } from '#contract/bots/flow';
import { ConversationStatus, EndReason, MessageKind, Thumb } from '#contract/conversations/conversations';
import { ConversationAction } from '#contract/conversations/inbox';
import { TIMELINE_KINDS } from '#contract/conversations/inbox-work';
import { FUNNEL_STAGES, TIME_RANGES } from '#contract/insight/analytics';
import { WIDGET_KINDS, WIDGET_SIZES } from '#contract/insight/analytics-layout';
import { ACTIVITY_TYPES } from '#contract/insight/dashboard';
import { HEALTH_REASONS } from '#contract/insight/health';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '#contract/insight/notification-kinds';
import { BUILT_IN_TEMPLATES } from '#contract/insight/report-templates';
import {
  ExportProblem,
  Frequency,
  RawData,
  ReportView,
  Weekday as ReportWeekday,
  RunProblem,
  RunStatus,
} from '#contract/insight/reports';
import { UnansweredState } from '#contract/insight/unanswered';
import { DeliveryProblem, DeliveryStatus, WebhookEventType } from '#contract/insight/webhooks';
import { FailureReason, HeaderBasis, NoticeKind } from '#contract/knowledge/documents';
import {
  ConfirmationProblem,
  SitePageProblem,
  SitePageStatus,
  SiteProblem,
  SiteSchedule,
  SiteScope,
  SiteState,
} from '#contract/knowledge/sites';
import { Difficulty } from '#contract/lifecycle/templates';
import { AdminAction, PLATFORM_METRICS, RECONCILED, UserStatus } from '#contract/operator/admin';
import { MessageTrace, TRACE_STEPS } from '#contract/operator/message-trace';
import { ClientErrorStatus } from '#contract/site/client-errors';
import { ContactCategory, ContactPriority } from '#contract/site/contact';
import { FeedbackType, SubmissionKind, SubmissionStatus } from '#contract/site/feedback';
import { FeatureId, MILESTONES, RoadmapCategory, RoadmapStatus } from '#contract/site/roadmap';
import { SnippetCheck, UnreadablePage } from '#contract/site/snippet-check';
import { CSS_REFUSALS } from '#core/bots/custom-css';
import { COMPARED, INCLUDED, LIMITS, QUESTIONS } from '#features/accounts/pricing/offers.ts';
import { SORTS } from '#features/bots/list-filter.ts';
import { TABS } from '#features/bots/settings.ts';
import { VIEWS as VIEWS_OF_INBOX } from '#features/conversations/views.ts';
import { SUBJECTS } from '#features/insight/analytics/view.ts';
import { SORTS as DOCUMENT_SORTS, STATES } from '#features/knowledge/document-view.ts';
import { NO_FILE } from '#features/knowledge/no-file.ts';
import { COLOUR_NAMES } from '#features/lifecycle/templates/components/ColourChoice.tsx';
import { SORTS as TEMPLATE_SORTS } from '#features/lifecycle/templates/gallery.ts';
import { HELP_SECTIONS } from '#features/site/help/article.ts';
import { REVISED } from '#features/site/legal/documents.ts';
import { DATE_FORMATS } from '#i18n/date-format';
import { DISPLAY } from '#theme/display';
import * as widgetInGerman from '#widget/strings/de';
import * as widgetInEnglish from '#widget/strings/en';
import { LIMITS as LANDING_LIMITS } from '../../../web/landing/plans';

const STEP_TYPES = ['message', 'question', 'condition'];
const web = fileURLToPath(new URL('../../../web', import.meta.url));

/** Keys that the code composes: the part that varies, and every value it can have. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'errors:': ErrorCode.options,
  'common:mailProblem.': MailProblem.shape.reason.options,
  'settings:tabs.': [
    'general',
    'appearance',
    'accessibility',
    'notifications',
    'security',
    'api-keys',
    'alpha',
    'account',
  ],
  'settings:general.dates.': DATE_FORMATS,
  'settings:keys.examples.': [...ApiKeyScope.options, 'send'],
  'settings:keys.scopes.': ApiKeyScope.options,
  'settings:keys.scopeTexts.': ApiKeyScope.options,
  'settings:deletion.effects.': ['bots', 'subscription', 'person'],
  'settings:appearance.values.': DISPLAY.density,
  'settings:accessibility.': ['motion', 'contrast', 'text'],
  'settings:accessibility.values.': [...new Set([...DISPLAY.motion, ...DISPLAY.contrast, ...DISPLAY.text])],
  'settings:notifications.kinds.': NOTIFICATION_KINDS,
  'settings:notifications.channels.': NOTIFICATION_CHANNELS,
  'admin:reconciled.': RECONCILED,
  'admin:pages.': [
    'dashboard',
    'users',
    'subscriptions',
    'errors',
    'messages',
    'queues',
    'activity',
    'settings',
  ],
  'admin:trace.steps.': TRACE_STEPS,
  'admin:trace.outcomes.': MessageTrace.shape.outcome.options,
  'admin:metrics.': PLATFORM_METRICS,
  'admin:actions.': AdminAction.options,
  'admin:roles.': ['admin', 'user'],
  'admin:userStatus.': UserStatus.options,
  'admin:subscriptions.': parts(['cancel', 'reactivate', 'refund'], ['action', 'done']),
  'admin:users.': [
    ...parts(['promote', 'demote', 'unban'], ['action', 'title', 'text', 'done']),
    'ban.action',
    'ban.done',
  ],
  'admin:subscriptionStatus.': SubscriptionStatus.options,
  'admin:errors.statuses.': ClientErrorStatus.options,
  'admin:errors.': ['resolve', 'ignore', 'reopen'],
  'admin:messages.kinds.': SubmissionKind.options,
  'admin:messages.statuses.': SubmissionStatus.options,
  'admin:messages.types.': FeedbackType.options,
  'admin:messages.categories.': ContactCategory.options,
  'admin:messages.priorities.': ContactPriority.options,
  'admin:limits.': ADJUSTABLE_LIMITS,
  'admin:flags.': parts(FlagName.options, ['name', 'text']),
  'developer:pages.': ['events', 'indexes', 'mails', 'translations'],
  'developer:translations.': ['missing', 'placeholders', 'same'],
  'errorPages:': parts(['permissions', 'adminRequired'], ['title', 'text']),
  'billing:changing.costs.': BillingInterval.options,
  'billing:changing.discounted.': BillingInterval.options,
  'admin:revenue.new.': ['accounts', 'conversations'],
  'billing:current.': PLAN_STATES,
  'billing:details.': ['name', 'line1', 'line2', 'postalCode', 'city'],
  'billing:next.facts.': ['plan', 'discount', 'credit', 'method'],
  'billing:next.plan.': BillingInterval.options,
  'common:plan.line.': PLAN_STATES,
  'common:plan.state.': PLAN_STATES,
  'billing:invoices.statuses.': InvoiceStatus.options,
  'common:palette.groups.': ['pages', 'actions', 'bots', 'documents', 'conversations', 'help'],
  'notifications:kind.': [...NOTIFICATION_KINDS, 'limit_bot'],
  'dashboard:reason.': HEALTH_REASONS.flatMap((reason) => [`${reason}.text`, `${reason}.mend`]),
  'dashboard:activity.type.': ACTIVITY_TYPES,
  'analytics:views.': Object.values(SUBJECTS).flat(),
  'analytics:subjects.': Object.keys(SUBJECTS),
  'analytics:range.': TIME_RANGES,
  'analytics:languages.': Language.options,
  'analytics:stages.': FUNNEL_STAGES,
  'analytics:live.': ['active', 'withPerson', 'waiting', 'today', 'dashboards'],
  'analytics:kinds.': WIDGET_KINDS,
  'analytics:sizes.': WIDGET_SIZES,
  'help:sections.': HELP_SECTIONS,
  'help:submissions.status.': SubmissionStatus.options,
  'conversations:ranges.': NAMED_RANGES,
  'conversations:keys.': ['j', 'k', 'enter', 'e', 'r', 'n', 'a', 'escape', 'help'],
  'conversations:views.': VIEWS_OF_INBOX,
  'conversations:nothing.': VIEWS_OF_INBOX.filter((view) => view !== 'all'),
  'conversations:timeline.': TIMELINE_KINDS.filter((kind) => kind !== 'note'),
  'conversations:bulk.done.': ['resolve', 'reopen', 'assign', 'delete', 'restore'],
  'conversations:answer.failures.': AnswerRecord.shape.modelFailure.unwrap().options,
  'questions:tabs.': ['unanswered', 'tests'],
  'questions:states.': UnansweredState.options,
  'questions:left.': UnansweredState.options,
  'questions:none.': ['answered', 'dismissed'],
  'knowledge:failures.': FailureReason.options,
  'knowledge:notices.': NoticeKind.options,
  'sites:scopes.': SiteScope.options,
  'sites:scopeHints.': SiteScope.options,
  'sites:schedules.': SiteSchedule.options,
  'sites:states.': [...SiteState.options, 'problem', 'unread'],
  'sites:result.': ['added', 'changed', 'unchanged', 'removed', 'failed'],
  'sites:confirm.ways.': ['file', 'tag', 'record'],
  'sites:pages.states.': SitePageStatus.options,
  'sites:problems.': [...ConfirmationProblem.options, ...SiteProblem.options, ...SitePageProblem.options],
  'knowledge:tables.basis.': HeaderBasis.options,
  'knowledge:trial.verdict.': RetrievalVerdict.options,
  'knowledge:trial.covers.': ['all', 'most', 'part', 'little'],
  'knowledge:trial.fields.': Object.keys(FoundPassage.shape.fields.shape),
  'knowledge:trial.explained.fields.': Object.keys(FoundPassage.shape.fields.shape),
  'knowledge:cited.': ['one', 'several'],
  'knowledge:bulk.category.': ['keep', 'set', 'remove'],
  'knowledge:bulk.noFile.': NO_FILE,
  'knowledge:new.doubts.': ['same_content', 'known_content', 'same_name', 'known_name'],
  'knowledge:filters.states.': STATES,
  'knowledge:filters.sorts.': DOCUMENT_SORTS,
  'common:plan.': PlanId.options,
  'common:roles.': ProfileRole.options,
  'common:teamRoles.': TeamRole.options,
  'team:roles.': TeamRole.options,
  'common:planLimit.heading.': [...PLACES, 'documentsWanted'],
  'common:planLimit.used.': PLACES,
  'common:planLimit.how.': PLACES,
  'common:limitWarning.resource.': SOLD_RESOURCES,
  'common:limitWarning.': ['near', 'reached', 'over'],
  'conversations:endedBecause.': EndReason.options,
  'common:accounts.suspendedBy.': ['team', 'plan'],
  'common:accounts.suspendedText.': ['team', 'plan'],
  'billing:limits.': SOLD_RESOURCES,
  'billing:unlimited.': SOLD_RESOURCES,
  'usage:resource.': SOLD_RESOURCES,
  'usage:': parts(['near', 'reached', 'over'], SOLD_RESOURCES),
  'usage:history.columns.': SOLD_RESOURCES,
  'usage:change.over.': ['documents', 'conversations', 'allBots'],
  'team:status.': MemberStatus.options,
  'team:': parts(['remove', 'revoke', 'suspend', 'transfer'], ['title', 'text', 'action']),
  'landing:plans.': ['starter', 'professional', 'enterprise'],
  'landing:plans.limits.': LANDING_LIMITS,
  'landing:plans.unlimited.': LANDING_LIMITS,
  'common:languages.': Language.options,
  'common:bot.status.': BotStatus.options,
  'bots:positions.': WidgetPosition.options,
  'bots:fields.': CONFIG_FIELDS,
  'bots:types.': BotType.options,
  'bots:categories.': BotCategory.options,
  'bots:visibilities.': BotVisibility.options,
  'bots:themes.': WidgetTheme.options,
  'bots:buttonStyles.': ButtonStyle.options,
  'bots:fonts.': FontFamily.options,
  'bots:sizes.': WidgetSize.options,
  'bots:modes.': WidgetMode.options,
  'bots:modeHints.': WidgetMode.options,
  'bots:shadows.': WidgetShadow.options,
  'bots:triggers.': EscalationTrigger.options,
  'bots:actions.': BotAction.options,
  'bots:done.': BotAction.options,
  'bots:css.reasons.': CSS_REFUSALS,
  'bots:saveAnd.': ['settings.publish', 'settings.deploy', 'flow.publish', 'flow.deploy'],
  'bots:confirm.': parts(['undeploy', 'unpublish'], ['title', 'text', 'action']),
  'bots:list.sorts.': SORTS,
  'conversations:status.': [...ConversationStatus.options, 'abandoned'],
  'conversations:by.': ['bot', 'agent'],
  'conversations:kinds.': MessageKind.options.filter((kind) => kind !== 'generated'),
  'conversations:thumbs.': Thumb.options,
  'conversations:actions.': ConversationAction.options,
  'conversations:done.': ConversationAction.options,
  'conversations:triggers.': EscalationTrigger.options,
  'bots:settings.': TABS,
  'bots:new.': ['deploy', 'draft'],
  'bots:hours.days.': Weekday.options,
  'bots:hours.problems.': ['incomplete', 'order', 'overlap'],
  'integrations:events.': [...WebhookEventType.options, 'test'],
  'integrations:status.': DeliveryStatus.options,
  'integrations:problems.': DeliveryProblem.options,
  'integrations:off.': ['failing', 'gone'],
  'integrations:results.': ['live', ...SnippetCheck.shape.result.options],
  'integrations:unreadable.': UnreadablePage.options,
  'bots:states.': GERMAN_STATES,
  'about:statistics.': parts(['businesses', 'conversations', 'countries', 'uptime'], ['figure', 'name']),
  'about:values.': parts(['honest', 'private', 'everyone', 'simple'], ['title', 'text']),
  'about:technology.': parts(['search', 'answers', 'cloud', 'data'], ['title', 'text']),
  'contact:category.': ContactCategory.options,
  'contact:priority.': ContactPriority.options,
  'feedback:type.': FeedbackType.options,
  'legal:': parts(Object.keys(REVISED), ['title', 'lead', 'description']),
  'pricing:for.': PlanId.options,
  'pricing:action.': PlanId.options,
  'pricing:limits.': LIMITS,
  'pricing:unlimited.': LIMITS,
  'pricing:comparison.': COMPARED,
  'pricing:included.': INCLUDED,
  'pricing:questions.': parts(QUESTIONS, ['ask', 'answer']),
  'roadmap:status.': RoadmapStatus.options,
  'roadmap:category.': RoadmapCategory.options,
  'roadmap:milestones.': parts(Object.keys(MILESTONES), ['title', 'description']),
  'roadmap:features.': parts(FeatureId.options, ['title', 'description']),
  'reports:formats.': EXPORT_FORMATS,
  'reports:views.': ReportView.options,
  'reports:raw.': RawData.options,
  'reports:frequencies.': Frequency.options,
  'reports:weekdays.': ReportWeekday.options,
  'reports:problems.': [...new Set([...ExportProblem.options, ...RunProblem.options])],
  'reports:runs.': RunStatus.options,
  'reports:invalid.': ['recipients', 'address', 'tooMany'],
  'reports:builtIn.': parts(Object.keys(BUILT_IN_TEMPLATES), ['title', 'text']),
  'reports:languages.': Language.options,
  'templates:category.': BotCategory.options,
  'templates:difficulty.': Difficulty.options,
  'templates:sort.': TEMPLATE_SORTS,
  'templates:fieldType.': FieldType.options,
  'templates:colour.': ['own', ...COLOUR_NAMES],
  'templates:flow.add.': STEP_TYPES,
  'templates:flow.stepType.': STEP_TYPES,
  'templates:flow.operators.': ConditionOperator.options,
  'templates:flow.branch.': Branch.options,
  'templates:flow.way.': ['yes', 'no'],
  'templates:flow.bound.': ['min', 'max'],
  'templates:flow.problem.': [
    ...['not_connected', 'circular_reference', 'unknown_field', 'never_given'],
    ...['no_number', 'key_invalid', 'key_taken'],
  ],
  'preview:modes.': WidgetMode.options,
  'preview:positions.': WidgetPosition.options,
  'preview:themes.': WidgetTheme.options,
  'preview:sizes.': WidgetSize.options,
  'preview:buttonStyles.': ButtonStyle.options,
  'preview:colour.': ['primaryColor', 'secondaryColor', 'accentColor'],
  'preview:notes.': ['internal', 'private'],
  'demo:tabs.': ['embedded', 'floating', 'configuration'],
  'demo:hints.': ['embedded', 'floating', 'configuration'],
  'demo:connection.': ['none', 'connecting', 'live', 'lost'],
};
/** Texts that are read as a whole, whatever is in them. */
const WHOLE = /^legal:\w+\.sections\./;
/** What the browser alone can report, beside the contract's error codes (`ApiErrorCode`, `UploadProblem`). */
const BROWSER_ERRORS = ['network.failed', 'file.empty', 'file.unreadable', 'upload.refused'];

const NAMESPACES = readdirSync(join(web, 'public/locales/en')).map((file) => file.replace('.json', ''));

const english = readTexts('en');
const german = readTexts('de');
const used = usedKeys();

describe('translations', () => {
  it('are the same keys in both languages', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have a text for every key that the code uses', () => {
    expect([...used].filter((key) => !has(english, key))).toEqual([]);
  });

  it('have no text that nothing uses', () => {
    const isUsed = (key: string) => WHOLE.test(key) || used.has(key.replace(/_(one|other)$/, ''));
    expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('are nowhere empty and fill in the same values in both languages', () => {
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      expect(german.get(key)?.trim(), key).not.toBe('');
      expect(placeholders(german.get(key) ?? ''), key).toEqual(placeholders(text));
    }
  });

  it('name every composed key that the code has', () => {
    const literal = new RegExp(`\`((?:${NAMESPACES.join('|')}):[\\w.]*)\\$\\{`, 'g');
    const composed = [...sources().matchAll(literal)].map(([, prefix]) => prefix ?? '');
    expect(composed.filter((prefix) => !(prefix in COMPOSED))).toEqual([]);
  });

  it('call a setting the same where its looks are tried and where it is set', () => {
    const names = ['mode', 'position', 'theme', 'size', 'buttonStyle'];
    const values = ['modes', 'positions', 'themes', 'sizes', 'buttonStyles'];
    for (const texts of [english, german]) {
      const said = [...texts].flatMap(([key, text]) => {
        const [, group = '', rest = ''] = /^preview:(\w+)\.?([\w-]*)$/.exec(key) ?? [];
        if (names.includes(group)) return [[texts.get(`bots:fields.${group}`), text]];
        if (values.includes(group)) return [[texts.get(`bots:${group}.${rest}`), text]];
        return group === 'colour' ? [[texts.get(`bots:fields.${rest}`), text]] : [];
      });
      expect(said.length).toBeGreaterThan(names.length + values.length);
      expect(said.filter(([inSettings, inPreview]) => inSettings !== inPreview)).toEqual([]);
    }
  });

  it('quote the line below the chat as the chat has it', () => {
    expect(english.get('bots:hints.showBranding')).toContain(widgetInEnglish.branding);
    expect(german.get('bots:hints.showBranding')).toContain(widgetInGerman.branding);
  });
});

/** Each of these with each of its texts. */
function parts(names: readonly string[], texts: readonly string[]): readonly string[] {
  return names.flatMap((name) => texts.map((text) => `${name}.${text}`));
}

function usedKeys(): Set<string> {
  const literal = new RegExp(`['"\`]((?:${NAMESPACES.join('|')}):[\\w.-]+)['"\`]`, 'g');
  const keys = [...sources().matchAll(literal)].map(([, key]) => key ?? '');
  const composed = Object.entries(COMPOSED).flatMap(([prefix, values]) =>
    values.map((value) => prefix + value),
  );
  return new Set([...keys, ...composed, ...BROWSER_ERRORS.map((code) => `errors:${code}`)]);
}

function sources(): string {
  return ['src', 'landing']
    .flatMap((folder) =>
      readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');
}

function readTexts(language: string): Map<string, string> {
  const folder = join(web, 'public/locales', language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    collect(content, `${file.replace('.json', '')}:`, texts);
  }
  return texts;
}

function collect(node: unknown, path: string, into: Map<string, string>): void {
  if (typeof node === 'string') into.set(path, node);
  else
    for (const [name, child] of Object.entries(node as Record<string, unknown>))
      collect(child, path.endsWith(':') ? path + name : `${path}.${name}`, into);
}

function has(texts: Map<string, string>, key: string): boolean {
  return texts.has(key) || (texts.has(`${key}_one`) && texts.has(`${key}_other`));
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}
