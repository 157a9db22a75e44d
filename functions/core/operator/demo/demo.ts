import { GetItemCommand } from 'dynamodb-toolbox';
import type { Demo } from '#contract/bots/previews';
import { DemoEntity } from './entity';

/** Which bots show what Parley does, and which help; none until an operator has provisioned them. */
export async function getDemo(): Promise<Demo> {
  const { Item } = await DemoEntity.build(GetItemCommand).key({ demo: 'DEMO' }).send();
  const { helpEn, helpDe } = Item ?? {};
  return {
    widgets: Item ? { en: Item.en, de: Item.de } : null,
    help: helpEn !== undefined && helpDe !== undefined ? { en: helpEn, de: helpDe } : null,
  };
}
