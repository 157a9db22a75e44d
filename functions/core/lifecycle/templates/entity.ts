import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** How often a template was used, and its ratings summed up: moved with each bot and each rating, there from the first on. */
export const TemplateFiguresEntity = new Entity({
  name: 'TemplateFigures',
  table,
  timestamps: false,
  schema: item({
    templateId: string().key(),
    useCount: number().optional(),
    ratingCount: number().optional(),
    ratingSum: number().optional(),
  }),
  computeKey: ({ templateId }) => ({ pk: TEMPLATES_PARTITION, sk: `FIGURES#${templateId}` }),
});
export type TemplateFigures = FormattedItem<typeof TemplateFiguresEntity>;

/** Few and small: the figures of all templates are one Query. */
export const TEMPLATES_PARTITION = 'TEMPLATES';

/** A person's rating of a template: one, which may be changed. */
export const TemplateRatingEntity = new Entity({
  name: 'TemplateRating',
  table,
  timestamps: false,
  schema: item({
    userId: string().key(),
    templateId: string().key(),
    rating: number(),
    ratedAt: string(),
  }),
  computeKey: ({ userId, templateId }) => ({
    pk: raterPartition(userId),
    sk: `TEMPLATE_RATING#${templateId}`,
  }),
});

/** That a person has made a bot from a template, whatever became of the bot. */
export const TemplateUseEntity = new Entity({
  name: 'TemplateUse',
  table,
  timestamps: false,
  schema: item({
    userId: string().key(),
    templateId: string().key(),
    usedAt: string(),
  }),
  computeKey: ({ userId, templateId }) => ({ pk: raterPartition(userId), sk: `TEMPLATE_USE#${templateId}` }),
});

export function raterPartition(userId: string): string {
  return `USER#${userId}`;
}
