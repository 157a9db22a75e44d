import { $add, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { Bot } from '#contract/bots/bots';
import type { TemplateId } from '#contract/lifecycle/template-id';
import type { CreateFromTemplate } from '#contract/lifecycle/templates';
import { createBot } from '#core/bots/create-bot';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { logger } from '#platform/logger';
import { TEMPLATES } from './catalogue/index';
import { TemplateFiguresEntity, TemplateUseEntity } from './entity';
import { configOf } from './templates';

/** Creates a bot as the template makes it, with what was customised, and counts the use. */
export async function createFromTemplate(
  clock: Clock,
  actor: Actor,
  templateId: TemplateId,
  input: CreateFromTemplate,
): Promise<Bot> {
  const bot = await createBot(clock, actor, { ...configOf(TEMPLATES[templateId], input.language), ...input });
  await countUse(clock, actor, templateId);
  return bot;
}

/** The bot is there: a count that fails must not tell its owner otherwise, who would create it again. */
async function countUse(clock: Clock, { userId }: Actor, templateId: TemplateId): Promise<void> {
  try {
    await TemplateUseEntity.build(PutItemCommand)
      .item({ userId, templateId, usedAt: clock().toISOString() })
      .send();
    await TemplateFiguresEntity.build(UpdateItemCommand)
      .item({ templateId, useCount: $add(1) })
      .send();
  } catch (error) {
    logger.warn('The use of a template was not counted.', { templateId, error });
  }
}
