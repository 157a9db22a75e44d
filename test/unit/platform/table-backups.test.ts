import { expect, it } from 'vitest';
import { environment } from '#platform/environment';
import { putItem } from '#platform/raw-table';
import { scanItems } from '#platform/table-backups';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();

it('a table is read whole, each item once, in however many parts', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => ({ pk: `ACCOUNT#${index}`, sk: 'ACCOUNT' }));
  for (const key of keys) await putItem(key);
  for (const segments of [1, 4]) {
    const found: string[] = [];
    for await (const page of scanItems(environment('TABLE_NAME'), { segments }))
      found.push(...page.map(({ pk }) => pk));
    expect(found.sort()).toEqual(keys.map(({ pk }) => pk).sort());
  }
});
