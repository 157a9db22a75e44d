import { $add, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { TemplateId } from '#contract/lifecycle/template-id';
import type { RateTemplate, TemplateRating } from '#contract/lifecycle/templates';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import { TemplateFiguresEntity, TemplateRatingEntity } from './entity';
import { type Own, readFigures, readOwn, toRating } from './templates';

/** Changes of mind a minute of one person. */
const PER_USER = 60;
/** Tries against windows of the same person that rate at the same time. */
const MAX_ATTEMPTS = 5;

/** Stores the caller's rating, in place of an earlier one. */
export async function rateTemplate(
  clock: Clock,
  actor: Actor,
  templateId: TemplateId,
  { rating }: RateTemplate,
): Promise<TemplateRating> {
  await limitRate(clock, `TEMPLATE_RATINGS#${actor.userId}`, PER_USER);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const own = await readOwn(actor, templateId);
      if (!own.mayRate) throw new ParleyError('template.not_used');
      await replace(clock, actor, templateId, own, rating);
      return toRating(await readFigures(templateId), { ...own, rating });
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
    }
  }
}

class Changed extends Error {}

/** The rating and the sums move together or not at all, so that no repeat and no failure makes them differ. */
async function replace(
  clock: Clock,
  actor: Actor,
  templateId: TemplateId,
  { rating: before }: Own,
  rating: number,
): Promise<void> {
  if (before === rating) return;
  const condition =
    before === undefined
      ? ({ attr: 'rating', exists: false } as const)
      : ({ attr: 'rating', eq: before } as const);
  await transact(
    {
      write: TemplateRatingEntity.build(PutTransaction)
        .item({ userId: actor.userId, templateId, rating, ratedAt: clock().toISOString() })
        .options({ condition }),
      refused: () => new Changed(),
    },
    {
      write: TemplateFiguresEntity.build(UpdateTransaction).item({
        templateId,
        ratingSum: $add(rating - (before ?? 0)),
        ratingCount: $add(before === undefined ? 1 : 0),
      }),
    },
  );
}
