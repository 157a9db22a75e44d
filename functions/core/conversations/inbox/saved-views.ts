import { PutItemCommand } from 'dynamodb-toolbox';
import type { SavedViews } from '#contract/conversations/inbox-work';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { conditionally } from '#platform/table-writes';
import { SavedViewsEntity } from './entity';

export async function getSavedViews({ accountId, userId }: Actor): Promise<SavedViews> {
  const item = await readItem(SavedViewsEntity, { accountId, userId });
  return item ? { version: item.version, items: item.items } : { version: 0, items: [] };
}

/** Replaces them all. Throws `inbox.views_conflict` where they are others than those that were changed. */
export async function saveViews(
  { accountId, userId }: Actor,
  { version, items }: SavedViews,
): Promise<SavedViews> {
  const saved = { version: version + 1, items: [...items] };
  await conditionally(
    SavedViewsEntity.build(PutItemCommand)
      .item({ accountId, userId, ...saved })
      .options({
        condition: version === 0 ? { attr: 'version', exists: false } : { attr: 'version', eq: version },
      })
      .send(),
    () => new ParleyError('inbox.views_conflict'),
  );
  return saved;
}
