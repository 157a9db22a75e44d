import { environmentList } from '#platform/environment';
import { ParleyError } from '#platform/errors';

/** Throws where a bot is to be answered by a model that the stage doesn't offer. Null and nothing mean the stage's own. */
export function assertModelOffered(model: string | null | undefined): void {
  if (model && !environmentList('ANSWER_MODELS').includes(model))
    throw new ParleyError('request.invalid', { fields: { model: 'This model is not available.' } });
}
