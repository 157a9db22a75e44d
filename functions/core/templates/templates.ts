import { GetItemCommand, QueryCommand } from 'dynamodb-toolbox';
import { type BotConfig, botDefaults } from '../../contract/bot-config';
import { fieldsOf } from '../../contract/flow-check';
import type { Language } from '../../contract/profile';
import type {
  Template,
  TemplateId,
  TemplateList,
  TemplateRating,
  TemplateSummary,
} from '../../contract/templates';
import type { Actor } from '../../platform/actor';
import { table } from '../../platform/table';
import { TEMPLATES } from './catalogue';
import {
  raterPartition,
  TEMPLATES_PARTITION,
  type TemplateFigures,
  TemplateFiguresEntity,
  TemplateRatingEntity,
} from './entity';
import { flowOf, type TemplateSource } from './source';

/** Every template in this language, with what its users made of it so far. */
export async function listTemplates(
  actor: Actor,
  { language }: { readonly language: Language },
): Promise<TemplateList> {
  const [figures, ratings] = await Promise.all([allFigures(), ratingsOf(actor)]);
  return {
    items: Object.values(TEMPLATES).map((source) =>
      summaryOf(source, language, figures.get(source.id), ratings.get(source.id)),
    ),
  };
}

export async function getTemplate(
  actor: Actor,
  templateId: TemplateId,
  { language }: { readonly language: Language },
): Promise<Template> {
  const [figures, own] = await Promise.all([readFigures(templateId), readRating(actor, templateId)]);
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
  const { Item } = await TemplateFiguresEntity.build(GetItemCommand)
    .key({ templateId })
    .options({ consistent: true })
    .send();
  return Item;
}

export async function readRating(
  { userId }: Pick<Actor, 'userId'>,
  templateId: TemplateId,
): Promise<number | undefined> {
  const { Item } = await TemplateRatingEntity.build(GetItemCommand)
    .key({ userId, templateId })
    .options({ consistent: true })
    .send();
  return Item?.rating;
}

export function toRating(figures: TemplateFigures | undefined, own: number | undefined): TemplateRating {
  const { ratingCount: count = 0, ratingSum = 0 } = figures ?? {};
  return { average: count > 0 ? ratingSum / count : null, count, own: own ?? null };
}

function summaryOf(
  source: TemplateSource,
  language: Language,
  figures: TemplateFigures | undefined,
  own: number | undefined,
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
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: TEMPLATES_PARTITION, range: { beginsWith: 'FIGURES#' } })
    .entities(TemplateFiguresEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return new Map(Items.map((figures) => [figures.templateId, figures]));
}

async function ratingsOf({ userId }: Actor): Promise<ReadonlyMap<string, number>> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: raterPartition(userId), range: { beginsWith: 'TEMPLATE_RATING#' } })
    .entities(TemplateRatingEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return new Map(Items.map(({ templateId, rating }) => [templateId, rating]));
}
