import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AnswerRecord } from '../../../functions/contract/answer-record';
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
} from '../../../functions/contract/bot-config';
import { BotAction, BotStatus } from '../../../functions/contract/bot-status';
import { BotHealth } from '../../../functions/contract/bots';
import { GERMAN_STATES, Weekday } from '../../../functions/contract/business-hours';
import { ContactCategory, ContactPriority } from '../../../functions/contract/contact';
import { ConversationStatus, MessageKind, Thumb } from '../../../functions/contract/conversations';
import { FailureReason } from '../../../functions/contract/documents';
import { ErrorCode } from '../../../functions/contract/errors';
import { FeedbackType } from '../../../functions/contract/feedback';
import { Branch, ConditionOperator, FieldType } from '../../../functions/contract/flow';
import { ConversationAction } from '../../../functions/contract/inbox';
import { ProfileRole } from '../../../functions/contract/permissions';
import { PlanId } from '../../../functions/contract/plans';
import { Account, Language } from '../../../functions/contract/profile';
import { FoundPassage, RetrievalVerdict } from '../../../functions/contract/retrieval';
import { FeatureId, MILESTONES, RoadmapCategory, RoadmapStatus } from '../../../functions/contract/roadmap';
import {
  ConfirmationProblem,
  SitePageProblem,
  SitePageStatus,
  SiteProblem,
  SiteSchedule,
  SiteScope,
  SiteState,
} from '../../../functions/contract/sites';
import { SnippetCheck, UnreadablePage } from '../../../functions/contract/snippet-check';
import { Difficulty } from '../../../functions/contract/templates';
import { UnansweredState } from '../../../functions/contract/unanswered';
import { DeliveryProblem, DeliveryStatus, WebhookEventType } from '../../../functions/contract/webhooks';
import { LIMITS as LANDING_LIMITS } from '../../../web/landing/plans';
import { SORTS } from '../../../web/src/features/bots/list-filter';
import { TABS } from '../../../web/src/features/bots/settings';
import { AREAS } from '../../../web/src/features/coming/areas';
import { SORTS as DOCUMENT_SORTS, STATES } from '../../../web/src/features/knowledge/document-view';
import { NO_FILE } from '../../../web/src/features/knowledge/no-file';
import { REVISED } from '../../../web/src/features/legal/documents';
import { COMPARED, INCLUDED, LIMITS, QUESTIONS } from '../../../web/src/features/pricing/offers';
import { COLOUR_NAMES } from '../../../web/src/features/templates/components/ColourChoice';
import { SORTS as TEMPLATE_SORTS } from '../../../web/src/features/templates/gallery';
import * as widgetInGerman from '../../../widget/src/strings/de';
import * as widgetInEnglish from '../../../widget/src/strings/en';

const STEP_TYPES = ['message', 'question', 'condition'];
const web = fileURLToPath(new URL('../../../web', import.meta.url));

/** Keys that the code composes: the part that varies, and every value it can have. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'errors:': ErrorCode.options,
  'conversations:answer.failures.': AnswerRecord.shape.modelFailure.unwrap().options,
  'questions:tabs.': ['unanswered', 'tests'],
  'questions:states.': UnansweredState.options,
  'questions:left.': UnansweredState.options,
  'questions:none.': ['answered', 'dismissed'],
  'knowledge:failures.': FailureReason.options,
  'sites:scopes.': SiteScope.options,
  'sites:scopeHints.': SiteScope.options,
  'sites:schedules.': SiteSchedule.options,
  'sites:states.': [...SiteState.options, 'problem', 'unread'],
  'sites:result.': ['added', 'changed', 'unchanged', 'removed', 'failed'],
  'sites:confirm.ways.': ['file', 'tag', 'record'],
  'sites:pages.states.': SitePageStatus.options,
  'sites:problems.': [...ConfirmationProblem.options, ...SiteProblem.options, ...SitePageProblem.options],
  'knowledge:trial.verdict.': RetrievalVerdict.options,
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
  'profile:plan.status.': Account.shape.subscriptionStatus.options,
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
  'bots:saveAnd.': ['publish', 'deploy'],
  'bots:confirm.': parts(['undeploy', 'unpublish'], ['title', 'text', 'action']),
  'bots:health.': BotHealth.options,
  'bots:list.sorts.': SORTS,
  'conversations:status.': ConversationStatus.options,
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
  'coming:areas.': Object.keys(AREAS).flatMap((area) =>
    ['title', 'first', 'second', 'third', 'today', 'action'].map((text) => `${area}.${text}`),
  ),
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
