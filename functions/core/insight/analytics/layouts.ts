import { PutItemCommand } from 'dynamodb-toolbox';
import { type AnalyticsLayout, LayoutWidget } from '#contract/insight/analytics-layout';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { conditionally } from '#platform/table-writes';
import { AnalyticsLayoutEntity } from './entity';

type Owner = Pick<Actor, 'accountId' | 'userId'>;

/** The caller's own dashboard; version 0 where none was saved. */
export async function getLayout({ accountId, userId }: Owner): Promise<AnalyticsLayout> {
  const item = await readItem(AnalyticsLayoutEntity, { accountId, userId });
  // What was stored before its metric went is left out, as is one of two under the same id.
  const widgets = new Map(
    ((item?.widgets ?? []) as readonly unknown[]).flatMap((stored) => {
      const { data } = LayoutWidget.safeParse(stored);
      return data ? [[data.id, data] as const] : [];
    }),
  );
  return { version: item?.version ?? 0, widgets: [...widgets.values()] };
}

/** Saves it over the version that was shown; another one is told with the refusal. */
export async function saveLayout(
  owner: Owner,
  { version, widgets }: AnalyticsLayout,
): Promise<AnalyticsLayout> {
  const { accountId, userId } = owner;
  const next = { version: version + 1, widgets };
  await conditionally(
    AnalyticsLayoutEntity.build(PutItemCommand)
      .item({ accountId, userId, ...next })
      .options({
        condition: version === 0 ? { attr: 'version', exists: false } : { attr: 'version', eq: version },
      })
      .send(),
    () => new ParleyError('analytics.layout_conflict'),
  );
  return next;
}
