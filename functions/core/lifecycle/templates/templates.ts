import { GetItemCommand, QueryCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import { type BotConfig, botDefaults } from '#contract/bots/bot-config';
import type { TemplateId } from '#contract/lifecycle/template-id';
import type { Template, TemplateList, TemplateRating, TemplateSummary } from '#contract/lifecycle/templates';
import { fieldsOf } from '#core/bots/flow/check';
import type { Actor } from '#platform/actor';
import { table } from '#platform/table';
import { listAll, readItem } from '#platform/table-reads';
import { TEMPLATES } from './catalogue/index';
import {
  raterPartition,
  TEMPLATES_PARTITION,
  type TemplateFigures,
  TemplateFiguresEntity,
  TemplateRatingEntity,
  TemplateUseEntity,
} from './entity';
import { flowOf, type TemplateSource } from './source';

/** Every template in this language, with what its users made of it so far. */
export async function listTemplates(
  actor: Actor,
  { language }: { readonly language: Language },
): Promise<TemplateList> {
  const [figures, own] = await Promise.all([allFigures(), ownOf(actor)]);
  return {
    items: Object.values(TEMPLATES).map((source) =>
      summaryOf(source, language, figures.get(source.id), own.get(source.id)),
    ),
  };
}

export async function getTemplate(
  actor: Actor,
  templateId: TemplateId,
  { language }: { readonly language: Language },
): Promise<Template> {
  const [figures, own] = await Promise.all([readFigures(templateId), readOwn(actor, templateId)]);
  const source = TEMPLATES[templateId];
  const config = configOf(source, language);
  return {
    ...summaryOf(source, language, figures, own),
    points: source.points.map((point) => point[language]),
    fields: config.flow ? [...fieldsOf(config.flow)] : [],
    config,
  };
}

/** A bot's configuration as the template makes it. */
export function configOf(source: TemplateSource, language: Language): BotConfig {
  return {
    ...botDefaults(language),
    type: source.type,
    category: source.category,
    description: source.summary[language],
    accentColor: source.config.primaryColor,
    welcomeMessage: source.welcome[language],
    starterQuestions: (source.starters ?? []).map((question) => question[language]),
    ...source.config,
    flow: flowOf(source, language),
  };
}

export async function readFigures(templateId: TemplateId): Promise<TemplateFigures | undefined> {
  return readItem(TemplateFiguresEntity, { templateId });
}

/** What a person has made of a template. */
export interface Own {
  readonly rating?: number;
  readonly mayRate: boolean;
}

export async function readOwn({ userId }: Pick<Actor, 'userId'>, templateId: TemplateId): Promise<Own> {
  const key = { userId, templateId };
  const [{ Item: rated }, { Item: used }] = await Promise.all([
    TemplateRatingEntity.build(GetItemCommand).key(key).options({ consistent: true }).send(),
    TemplateUseEntity.build(GetItemCommand).key(key).options({ consistent: true }).send(),
  ]);
  return ownFrom(rated?.rating, used !== undefined);
}

/** A rating may be changed later. */
function ownFrom(rating: number | undefined, used: boolean): Own {
  return { ...(rating !== undefined && { rating }), mayRate: used || rating !== undefined };
}

export function toRating(figures: TemplateFigures | undefined, own: Own): TemplateRating {
  const { ratingCount: count = 0, ratingSum = 0 } = figures ?? {};
  return {
    average: count > 0 ? ratingSum / count : null,
    count,
    own: own.rating ?? null,
    mayRate: own.mayRate,
  };
}

function summaryOf(
  source: TemplateSource,
  language: Language,
  figures: TemplateFigures | undefined,
  own: Own = { mayRate: false },
): TemplateSummary {
  const { id, category, type, difficulty, setupMinutes, steps } = source;
  const fieldTypes = steps.flatMap((step) => (step.kind === 'question' ? [step.fieldType] : []));
  return {
    id,
    category,
    type,
    difficulty,
    setupMinutes,
    name: source.name[language],
    summary: source.summary[language],
    primaryColor: source.config.primaryColor,
    stepCount: steps.length,
    fieldTypes: [...new Set(fieldTypes)],
    useCount: figures?.useCount ?? 0,
    rating: toRating(figures, own),
  };
}

async function allFigures(): Promise<ReadonlyMap<string, TemplateFigures>> {
  const items = await listAll(TemplateFiguresEntity, TEMPLATES_PARTITION, 'FIGURES#');
  return new Map(items.map((figures) => [figures.templateId, figures]));
}

async function ownOf({ userId }: Actor): Promise<ReadonlyMap<string, Own>> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: raterPartition(userId), range: { beginsWith: 'TEMPLATE_' } })
    .entities(TemplateRatingEntity, TemplateUseEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  const ratings = new Map<string, number>();
  for (const found of Items) if ('rating' in found) ratings.set(found.templateId, found.rating);
  // Whatever there is of a template says that it was used, or rated.
  return new Map(Items.map(({ templateId }) => [templateId, ownFrom(ratings.get(templateId), true)]));
}
