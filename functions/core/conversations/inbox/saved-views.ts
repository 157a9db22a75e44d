import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import type { SavedViews } from '#contract/conversations/inbox-work';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { conditionally } from '#platform/table-writes';
import { SavedViewsEntity } from './entity';

export async function getSavedViews({ accountId, userId }: Actor): Promise<SavedViews> {
  const { Item } = await SavedViewsEntity.build(GetItemCommand)
    .key({ accountId, userId })
    .options({ consistent: true })
    .send();
  return Item ? { version: Item.version, items: Item.items } : { version: 0, items: [] };
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
